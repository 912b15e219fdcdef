"""Sheets of figures for people and programs: a page in the terminal, JSON, CSV, and the PAR sheet to print."""
