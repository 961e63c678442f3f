"""`python -m tablekit`."""

import sys

from tablekit.cli import main

sys.exit(main())
