"""Break the code behind each clause, one thing at a time, and see whether the scenarios of that clause notice.

    python -m tests.mutants                   every clause of every book; lists what no scenario noticed
    python -m tests.mutants poker@7 fold      only mutants of a book, and with a word in their name

`code` finds what stands behind a citation, `breaking` says what can be done to it, `figures` does the same to a
rulebook's data, `trial` plays scenarios with one thing broken. `equivalent.toml` lists what no round could tell, and
why; `results.toml` what the last whole run found.
"""
