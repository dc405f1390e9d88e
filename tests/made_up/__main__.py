"""The `parley` command with Marsh Lights among the games: `python -m tests.made_up play marsh-lights`."""

import os

from engine.core.added import VARIABLE
from tests.made_up import MARSH_LIGHTS

os.environ[VARIABLE] = MARSH_LIGHTS

from tui.cli.command import main

if __name__ == "__main__":
    main()
