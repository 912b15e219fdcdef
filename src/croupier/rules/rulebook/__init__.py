"""Rulebooks: approved documents as data, and what they answer."""
