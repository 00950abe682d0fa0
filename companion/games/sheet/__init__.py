"""Any game whose rules are a sheet, which is a file."""

from companion.games.sheet.game import SheetGame

__all__ = ["SheetGame"]
