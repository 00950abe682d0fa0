"""Sequence States & Capitals: play a card, put a chip on its state, and make five in a row."""

from companion.games.sequence_states.game import SequenceStates

__all__ = ["SequenceStates"]
