"""Programs for those who work on croupier: releases, the documentation site, tests on other Pythons."""
