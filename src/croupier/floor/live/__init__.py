"""The floor as it runs: many tables, people, time and money that belongs to somebody, on a journal."""
