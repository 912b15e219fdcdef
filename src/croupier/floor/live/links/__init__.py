"""Jackpot links: tables that share a meter."""
