"""`python -m tui` is the `parley` command."""

from tui.cli.command import main

if __name__ == "__main__":
    main()
