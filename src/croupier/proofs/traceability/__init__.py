"""From paragraph to code to scenario: reads the project's own source and scenarios."""
