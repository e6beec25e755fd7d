"""Generates the schemas and examples of openapi.yaml from the code."""
