"""The calls of an AsyncClient: those of calls.py, which hand on what their caller returns. async_calls.pyi has their types."""
from .calls import Calls as AsyncCalls

__all__ = ["AsyncCalls"]
