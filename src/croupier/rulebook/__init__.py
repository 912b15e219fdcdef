"""The approved documents as data: paragraphs, clauses, pay tables, procedure."""
