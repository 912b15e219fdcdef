"""Referees, fuzzers, and which scenario proves which paragraph."""
