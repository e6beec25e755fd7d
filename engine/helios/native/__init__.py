"""Helios on native positions: `position` and its parts, `moves`, `decisions`, and `conversion`, which converts records."""
