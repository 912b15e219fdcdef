"""The documentation site: docs/, and pages made of rulebooks, rulings desk, odds, command line and library."""
