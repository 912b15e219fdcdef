"""Answers to people, as types by subject. `live` builds them; OpenAPI and the pages' TypeScript are generated from
them.

Keys are in the order of the fields. A key that is sometimes missing has `UNSET` or a default that is left out.
"""
