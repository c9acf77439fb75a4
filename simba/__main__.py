"""``python -m simba`` is the command line."""

from simba.cli.commands import main

main()
