"""What people are sent, as types by subject. Live builds them; OpenAPI and the pages' TypeScript come of them.

Keys stand in the order of the fields. A key that is not always there has `UNSET` or a default that is left out.
"""
