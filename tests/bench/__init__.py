"""Benchmarks. Compare ratios within one run: absolute figures depend on the machine and its other load."""
