"""The `parley` command and its subcommands."""
