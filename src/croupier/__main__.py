"""`python -m croupier` is the command line."""

import sys

from croupier.doors.cli import main

sys.exit(main())
