"""The command line's ``simba chat``."""

from __future__ import annotations

import sys

import click

from simba.cli.options import LOADING, Sources, sources
from simba.cli.prompting_lines import PROMPT, history_file, piped_lines, typed_lines
from simba.cli.talk import COMMANDS, Talk, error_line
from simba.common.life_signs import is_terminal, working
from simba.errors import SimbaError

GREETING = "Спрашивайте; /help — справка, Ctrl-D — конец."


@click.command("chat")
@sources
@click.option("--no-history", is_flag=True, help="Neither read nor keep earlier lines.")
def chat_command(sources: Sources, no_history: bool) -> int:
    """Talk: questions that may take up the answer before, "а когда он умер?". Lines are also read from a pipe."""
    from simba.display import output_console, print_answer

    console = output_console()
    typed = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    with working(LOADING, lines=False):
        simba = sources.simba()
        simba.load()
    talk = Talk(simba)
    if typed:
        console.print(GREETING, style="dim")
        lines = typed_lines(lambda: [*COMMANDS, *talk.spoken_of], None if no_history else history_file())
    else:
        lines = piped_lines()
    for line in lines:
        if not typed and line.strip():
            console.print(f"{PROMPT}{line.strip()}", soft_wrap=True)
        try:
            with working("Answering", lines=False):
                reply = talk.say(line)
        except SimbaError as error:
            click.echo(error_line(error), err=True)
            continue
        except KeyboardInterrupt:
            if not typed:
                raise
            continue
        if reply.over:
            break
        if reply.answer is not None:
            print_answer(reply.answer, console, trace=reply.trace)
            for number, choice in enumerate(talk.choices if typed else (), 1):
                console.print(f"  {number}  {choice}", style="dim")
        elif reply.text:
            console.print(reply.text, soft_wrap=True)
        if reply.answer is not None or reply.text:
            console.print()
        sys.stdout.flush()
    return 0
