"""Benchmarks, simulations and the balance of games."""
