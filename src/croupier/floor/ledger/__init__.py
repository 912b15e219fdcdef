"""Where every chip is: balance sheets of tables and links, and what moved between two of them."""
