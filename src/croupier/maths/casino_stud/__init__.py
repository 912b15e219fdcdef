"""Casino Stud."""
