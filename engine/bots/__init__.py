"""Players that are programs: they see a view and its moves, and nothing else."""
