"""A program of its own for a test: it forks while another thread asks, and what each child was told is printed."""

from __future__ import annotations

import os
import signal
import threading

from simba import Simba

QUESTION = "Где похоронен Кутузов, который родился во Франции?"
CHILDREN = 8


def main() -> None:
    """Print for each child how it ended: 0 where it got the same answer, minus a signal's number where it hung."""
    simba = Simba()
    expected, enough = simba.answer(QUESTION), threading.Event()

    def ask_on() -> None:
        while not enough.is_set():
            simba.answer(QUESTION)

    thread = threading.Thread(target=ask_on)
    thread.start()
    for _ in range(CHILDREN):
        child = os.fork()
        if not child:
            signal.alarm(60)  # a child that hangs is ended by the system
            os._exit(simba.answer(QUESTION) != expected)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    enough.set()
    thread.join()


if __name__ == "__main__":
    main()
