"""The one word in which every referee of a poker table complains, so that whoever plays a life need catch no other."""


class Broken(Exception):
    """Something that must always hold does not."""
