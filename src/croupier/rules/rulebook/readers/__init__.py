"""What people ask of a rulebook: coverage, differences between versions, a print, a search, the standing rulings."""
