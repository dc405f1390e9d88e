"""The version of Parley, as saves and `parley --version` give it."""

VERSION = "0.1.0"
