"""``python -m simba`` is the command line."""

from simba.cli import main

main()
