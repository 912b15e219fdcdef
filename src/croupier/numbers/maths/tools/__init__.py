"""Shared tools: results, settlement as a table, arrays of ranks, the disk cache."""
