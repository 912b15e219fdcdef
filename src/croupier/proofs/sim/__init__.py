"""Random lives of tables, watched by referees who know the rules by heart and the engine not at all."""
