"""The one exception that every referee of a poker table raises."""


class Broken(Exception):
    """Something that must always hold does not."""
