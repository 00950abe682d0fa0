"""The first picture, drawn before the rest of the app is loaded."""

from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle

from ui.language import words
from ui.stage import theme
from ui.stage.lettering import lettering


class Splash:
    """The app's name on its ground; drawn at once, without waiting for Kivy's loop."""

    def __init__(self) -> None:
        self._group = InstructionGroup()

    def show(self) -> None:
        """Draw it."""
        width, height = Window.size
        name = lettering(words.TITLE, round(theme.glance()), True)
        Window.clearcolor = theme.GROUND
        self._group.add(Color(*theme.TEXT))
        middle = (round((width - name.width) / 2), round((height - name.height) / 2))
        self._group.add(Rectangle(texture=name, pos=middle, size=name.size))
        Window.canvas.add(self._group)
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")

    def hide(self) -> None:
        """Remove it from the canvas; it stays visible until the next drawing."""
        Window.canvas.remove(self._group)
