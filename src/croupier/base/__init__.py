"""What everything else stands on: errors, sentences, values, limits."""
