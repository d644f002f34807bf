"""What workers have imported before they are forked, so that a new one works at once and they share it in memory."""

from pkgutil import iter_modules

from mostek.work import tasks

for _found in iter_modules(tasks.__path__):
    __import__(f"{tasks.__name__}.{_found.name}")
