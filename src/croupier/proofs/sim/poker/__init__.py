"""Random lives of poker tables, watched by referees that count on their own."""
