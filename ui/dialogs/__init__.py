"""Dialogs over the table: verdicts, refusals, splits, the history, the referee's menu."""
