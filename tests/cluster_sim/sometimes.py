"""What must happen sometimes: a simulation that never comes there proves nothing about it."""

from tests.cluster_sim.nemesis import KINDS

CATALOGUE = (
    *(f"fault: {kind}" for kind in KINDS),
    "a commit is fenced",
    "fenced while the server was away",
    "commit found done",
    "commit sent again",
    "a hole in the feed",
    "taken over",
    "another decides: killed",
    "another decides: frozen",
    "handed over",
    "decides after a ruling",
    "a round is ruled on",
    "asked at the decider",
    "asked at a follower",
    "asked of nobody",
    "stopped: decides",
    "stopped: follows",
    "stopped: promotes",
    "ends fenced",
    "ends stopped",
    "an award is locked",
    "an award was held",
    "an award is paid",
)
