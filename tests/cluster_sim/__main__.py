"""Simulate a house over three processes, seed by seed, and see that everything holds that must."""

import sys

from tests.cluster_sim.run import live, simulated
from tests.cluster_sim.sometimes import CATALOGUE
from tests.floor_sim.__main__ import main

if __name__ == "__main__":
    sys.exit(main("tests.cluster_sim", __doc__ or "", live, simulated, CATALOGUE))
