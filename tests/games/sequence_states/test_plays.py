"""The rules of Sequence States & Capitals, each as plays: a table, reports, and the table afterwards."""

import pytest

from tests.games.plays import Play, marked, plays
from tests.games.sequence_states.plays import SCRIPT

MOVES = """
ss.play: a card puts a chip on one of its two spaces, and the turn goes on
  bare | A 4.8 AZ -> chip 4.8 r; hands 6 7; chips 49 50; discards AZ / -; turn B
  | A 9.7 AZ -> chip 9.7 r; hands 6 7; chips 49 50; discards AZ / -; turn B
  | A 4.8 -> discards AZ / -; happens ChipPlaced
ss.play: a chip on a space of another state goes where it belongs
  bare | A 1.1 AZ -> refused ss.play:other_state; do take_off put_on put_on; lies; stands; chip 1.1 r
  r4.8 b9.7 | A 1.1 AZ -> refused ss.play:other_state; do take_off card_back
  r4.8; turn B | B 1.1 AZ -> refused ss.play:other_state; do take_off put_on; put_on row 8
ss.play, ss.box: what hands can not have done is only entered again
  bare | A 4.8, B 9.7, A 9.9 AZ -> refused ss.play:other_state ss.box:copies; do look_again; lies not
  | A 4.8, B 9.7, A 4.8 ADD -> refused ss.play:covered; do look_again; lies not; falls
  | A 4.8, B 9.7, B 4.8 AZ -> refused ss.first ss.play:covered ss.box:copies; do look_again
ss.play, ss.box, ss.win: a chip of a wrong colour
  bare | A 4.8 blue -> refused ss.play:colour; lies; do take_off put_own; take_off colour blue;
    put_own colour red
  | A 4.8 blue -> refused ss.play:colour; stands; chip 4.8 b; chips 50 49; hands 6 7; turn B
  | A 4.8 green -> refused ss.play:colour; falls
  | A 4.8 red -> happens ChipPlaced; chip 4.8 r; discards AZ / -
  | A 1.1 AZ green -> refused ss.play:other_state ss.play:colour; do take_off put_on put_on;
    take_off colour green; put_on colour red
  | B 4.8 red -> refused ss.first ss.play:colour; do take_off card_back
  b1.1-1.4; players 3 | A 1.5 blue -> refused ss.play:colour; stands; wins B by ss.win
  bare; chips 50 0 | A 4.8 blue -> refused ss.play:colour ss.box:chips; do look_again
ss.play, ss.box, ss.hand: what can not be played
  bare; discards AZ / AZ | A 4.8 -> discards AZ ADD / AZ
  | A 4.8 AZ -> refused ss.box:copies
  r1.1; discards REMOVE REMOVE REMOVE / REMOVE | B removes 1.1 -> breaks ss.first ss.box:copies; lies not
  b1.1; discards REMOVE REMOVE REMOVE REMOVE / - | A removes 1.1 -> refused ss.box:copies; do look_again;
    lies not
  reds | A 9.9 ADD -> refused ss.box:chips
  r4.8; hands 0 7; owed A | A 9.9 -> refused ss.hand:empty; details owed 1
  | A passes -> refused ss.hand:empty
  | -> awaits draw_card
  bare | C 4.8 -> refused match.no-such-seat
  | C removes 4.8 -> refused match.no-such-seat
  | C passes -> refused match.no-such-seat
ss.add: ADD goes on any open space
  bare | A 4.8 ADD -> discards ADD / -; chip 4.8 r
  | A 1.1 ADD -> discards ADD / -; chip 1.1 r
ss.first: the turn goes clockwise around the table
  bare; players 3 | A 1.1, B 1.2, C 1.3, A 1.4, B 1.5, C 1.6 -> turn A
ss.first, ss.play, ss.remove, ss.stuck: only whoever has the turn plays, and every fault is named
  bare | B 4.8 AZ -> refused ss.first; do take_off card_back; card_back card AZ; lies; stands; chip 4.8 b;
    turn A
  | B 4.8 -> refused ss.first; card_back anyhow
  | B 1.1 AZ -> refused ss.first ss.play:other_state; do take_off card_back; card_back card AZ
  | B removes 4.8 -> refused ss.first ss.remove:open
  | B passes -> refused ss.first ss.play:playable
  full | B passes -> refused ss.first
  r1.4 | A 2.2, A 1.1 AZ -> refused ss.first ss.play:other_state
  | A 2.2, A removes 1.4 -> refused ss.first ss.remove:own
ss.remove: REMOVE takes an opponent's chip off, and that is the turn
  b1.1 | A removes 1.1 -> happens ChipRemoved; chip 1.1 -; chips 50 50; hands 6 7; discards REMOVE / -; turn B
ss.remove: no chip goes on the space that was just emptied, for there was no second card
  b1.1 | A removes 1.1, A 1.1 -> refused ss.first ss.remove:same_space; falls; do take_off
  | A removes 1.1, B 1.1 -> chip 1.1 b
  | A removes 1.1, B 4.8, A 1.1 -> chip 1.1 r
  b1.1; hands 7 0 | A removes 1.1, A 1.1 -> chip 1.1 r
  b1.1; players 3; hands 6 0 6 | A removes 1.1 -> turn C
  | A removes 1.1, A 1.1 -> refused ss.first ss.remove:same_space
ss.remove: after the next turn it is a chip out of turn like any other
  b1.1; players 3 | A removes 1.1, B 4.8, A 1.1 -> refused ss.first
  | A removes 1.1, B 4.8, A 4.8 ADD -> refused ss.first ss.play:covered
  b1.1; players 3; hands 6 3 6 | A removes 1.1, B passes, A 1.1 -> refused ss.first
ss.remove, ss.sequence: what REMOVE never does
  r1.1 | A removes 1.1 -> refused ss.remove:own; do put_back card_back; card_back card REMOVE; stands;
    chip 1.1 -
  B1.1-1.5 | A removes 1.1 -> refused ss.remove:locked; do put_back_white card_back; falls
  R1.1-1.5 | A removes 1.1 -> refused ss.remove:own ss.remove:locked
  bare | A removes 1.1 -> refused ss.remove:open; falls
  | A 4.8 REMOVE -> refused ss.remove:is_remove; do take_off card_back; falls
  bare; players 4 | A 4.8, B 9.9, C removes 4.8 -> refused ss.remove:own
-: without a layout lines and chips are kept, and cards as far as they are told
  bare; no-layout | A 4.8, A draws, B 9.7 OH -> discards ? / OH; chip 4.8 r; chip 9.7 b
ss.stuck: who can not play passes as far as the face-up cards allow it
  full | A passes -> happens Passed
  full; deck 0 | A passes -> happens Passed
  full; deck 0; hands 7 0; owed B | A passes -> draw by ss.stuck
  r1.1 b1.2 | A 5.5, B 6.6, A passes -> refused ss.play:playable
  r1.1 b1.2 r1.3 b1.4; no-layout | A passes -> refused ss.play:playable
  r1.1 b1.2 r1.3 b1.4; no-layout; hands 5 7 | A passes -> refused ss.play:playable; details unplayable 4
  r1.1 b1.2 r1.3 b1.4; no-layout; hands 4 7 | A passes -> happens Passed
  only reds; hands 90 7 | A passes -> happens Passed
  a red less; hands 90 7 | A passes -> refused ss.play:playable
ss.stuck, ss.dead, ss.draw: when all have passed in a row it is a draw, but not if somebody took another card
  full | A passes, B passes -> draw by ss.stuck
  | A swaps AZ, A passes, B swaps AZ, B passes -> goes on
  | A swaps AZ, A passes, B swaps AZ, B passes, A removes 1.5, B 1.5 ADD -> turn A
  | A removes 1.5, B 1.5 ADD, A passes, A draws, B passes -> goes on
  | A passes, B removes 1.1, A passes -> goes on
  | A passes, recount 95 6 7, B passes -> goes on
  full; players 4 | A passes, B passes, C passes, talk b, all-forfeit, D passes -> goes on
ss.stuck: when nobody can ever play a card or hold one again it is a draw at once
  full; all-locked | A swaps REMOVE -> happens DeadSwapped Ended; draw by ss.stuck
  bare; players 4; hands 0 1 0 0; forfeits B | all-forfeit -> draw by ss.stuck
"""

SEQUENCES = """
ss.sequence: of a longer line the five around the new chip are locked, and the player may choose another
  r1.1-1.3 r1.5-1.7 | A 1.4 ADD -> made r 1.2-1.6; instead 1.1-1.5 1.3-1.7; numbers 1
  | A 1.4 ADD, five 1.1-1.5 -> made r 1.1-1.5
  | A 1.4 ADD, five 1.5-1.1 -> made r 1.1-1.5
  | A 1.4 ADD, five 1.1-1.5, five 1.2-1.6 -> made r 1.2-1.6
  | A 1.4 ADD, five 1.1-1.5, five 1.3-1.7 -> made r 1.3-1.7
  r1.1-1.3 r1.5-1.7 B3.1-3.5 | A 1.4 ADD, five 1.1-1.5 -> made b 3.1-3.5; made r 1.1-1.5
ss.sequence, ss.share: only five chips of that line can be locked, and only at once
  r1.1-1.3 r1.5-1.7 | A 1.4 ADD, five 1.1-1.6 -> refused ss.sequence:five
  | A 1.4 ADD, five -> refused ss.sequence:five
  | A 1.4 ADD, five 1.4-1.8 -> refused ss.share:five
  | A 1.4 ADD, five 2.1-2.5 -> refused ss.sequence:five
  | A 1.4 ADD, five 1.2-1.6 -> refused ss.share:five
  | A 1.4 ADD, B 9.9, five 1.1-1.5 -> refused ss.sequence:late
  r1.1-1.3 r1.5-1.7; no-layout; hands 7 6 | A 1.4 ADD, B passes, five 1.1-1.5 -> refused ss.sequence:late
ss.sequence: the screen is told what the last move completed
  R1.1-1.5 b2.1-5.1 | A 9.9 ADD -> just-made
  | A 9.9 ADD, B 6.1 ADD -> just-made 2.1-6.1
ss.win: two sequences win between two, one among three, and a team wins together
  R1.1-1.5 r1.6-1.8 | A 1.9 ADD -> happens ChipPlaced SequenceMade Ended; numbers 2
  r1.1-1.4 r1.6-1.9 | A 1.5 ADD -> wins A by ss.win
  r1.1-1.4 | A 1.5 ADD -> goes on
  r1.1-1.4; players 3 | A 1.5 ADD -> happens ChipPlaced SequenceMade Ended; wins A by ss.win
  r1.1-1.4; players 9 | A 1.5 ADD -> wins A D G by ss.win
ss.share: a second sequence may use any one space of the first
  R1.1-1.5 r2.1-4.1 | A 5.1 ADD -> wins A by ss.win
  R1.1-1.5 r2.3-4.3 | A 5.3 ADD -> wins A by ss.win
  R1.1-1.5 r2.5-4.5 | A 5.5 ADD -> wins A by ss.win
"""

CARDS = """
ss.draw: after a move one takes a card, and it is not too late while the next player has only moved
  bare | A 2.3 -> hands 6 7; awaits play_card draw_card
  | A 2.3, A draws -> hands 7 7; deck 93
  | A 2.3, B 5.6, A draws, B draws -> hands 7 7
  b1.1 | A removes 1.1, A draws -> hands 7 7
ss.draw: whoever lets the next player move and draw first loses the card for good
  bare | A 2.3, B 5.6, B draws -> happens CardDrawn DrawLost; misses A 1 B; hands 6 7; lost 1 0
  | A 2.3, B 5.6, B draws, A draws -> refused ss.draw:lost; do return_drawn; stands; hands 7 7; lost 0 0
  | A 2.3, B 5.6, B draws, A 8.9, A draws -> hands 6 7
  | A 2.3, A draws, B 5.6, A 8.9, B draws -> happens CardDrawn
  bare; players 3 | A 2.3, B 5.6, C 8.9, C draws -> lost 0 1 0
  | A 2.3, B 5.6, C 8.9, C draws, A draws -> hands 6 5 6
ss.draw: after a pass, too, the next mover is another player
  b1.1; hands 7 3 | A removes 1.1, B passes, A 5.6, B 8.9, B draws -> happens CardDrawn DrawLost DrawLost;
    misses A 1 B; misses A 2 B
  | A removes 1.1, B passes, A 5.6, B 8.9, B draws, A draws -> refused ss.draw:lost
ss.draw: the screen is told who is about to lose a card
  bare; players 3 | A 2.3 -> late
  | A 2.3, B 5.6 -> late A
  | A 2.3, B 5.6, B draws -> late
  b1.1; hands 7 3 | A removes 1.1, B passes, A 5.6 -> late
ss.draw, ss.dead: nobody takes a card that is not there or not due
  r2.3; turn B; deck 0; owed A | A draws -> refused ss.draw:empty
  r2.3; turn B; deck 0 | A draws -> refused ss.draw:taken ss.draw:empty; falls
  bare; deck 0 | A swaps REMOVE -> refused ss.dead:empty
  bare | B draws -> refused ss.draw:taken
  | A 2.3, A draws, A draws -> refused ss.draw:taken; lies; stands; hands 8 7; owed nothing
  | A 2.3, B 5.6, B draws, A 8.9, A draws, A draws -> refused ss.draw:taken; stands; lost 1 0
ss.draw: a player without cards is passed over
  bare; players 3; hands 1 6 6 | A 2.3, B 5.6, B draws -> lost 1 0 0
  | A 2.3, B 5.6, B draws, C 8.9 -> happens ChipPlaced TurnPassed; turn B
ss.dead: a card is dead when both its spaces are covered
  b1.1 b7.3 r2.3 g5.6; players 3 | -> dead MS=2; swappable MS
  | A removes 1.1 -> dead
  | A removes 1.1, B swaps MS -> refused ss.dead:open
  bare | -> swappable REMOVE
ss.dead: a dead card is swapped once in one's own turn, then the normal turn is played
  b1.1 b7.3 r2.3 g5.6; players 3 | A swaps MS -> happens DeadSwapped; turn A; hands 6 6 6; deck 89; dead MS=1;
    discards MS / - / -
  | A swaps MS, A 9.5 -> turn B
  | A swaps MS, A swaps MS -> refused ss.dead:twice; do card_back return_drawn
  | A swaps MS, A 9.5, B swaps MS -> swapped yes
  | A swaps -> discards MS / - / -
  | B swaps MS -> refused ss.first; do card_back return_drawn; stands; turn A; swapped no
  | A swaps MS, B swaps MS -> refused ss.first; stands; swapped yes
  bare; players 3; swapped | recount 96 0 6 6 -> turn B; swapped no
ss.dead: what is not dead is not swapped
  bare | A 2.3, B 5.6, A swaps NV -> refused ss.dead:open; details row 4; details column 9
  | A swaps ADD -> refused ss.dead:never
  | A swaps REMOVE -> happens DeadSwapped
  b1.1 | A swaps REMOVE -> refused ss.dead:never
  | A swaps -> refused ss.dead:none
  r1.1 | A swaps REMOVE -> happens DeadSwapped
  B1.1-1.5 | A swaps REMOVE -> happens DeadSwapped
  b1.1; no-layout | A swaps -> refused ss.dead:none
  | A swaps OH -> refused ss.dead:none
  bare; no-layout | A swaps OH -> refused ss.dead:none
  | A swaps -> discards REMOVE / -
  b1.1-1.2; no-layout | A swaps OH -> discards OH / -
  | A swaps -> discards ? / -
ss.dead, ss.box: of a card whose copies all lie face up exactly that is said
  bare | A 2.9, B 3.5 -> counted OH; swappable
  | A 2.9, B 3.5, A swaps OH -> refused ss.box:copies
  | A 2.9, B 3.5, A swaps -> refused ss.dead:counted; do look_again
  b1.1-1.2; no-layout; discards OH OH / - | A swaps OH -> refused ss.box:copies
  bare; discards REMOVE REMOVE REMOVE REMOVE / - | A swaps REMOVE -> refused ss.box:copies
ss.draw, ss.reshuffle, ss.win, ss.first: draws may be granted, and are then counted by themselves
  bare; draws=granted | A 2.3 -> happens ChipPlaced CardDrawn
  | A 2.3, B 5.6, A removes 5.6 -> hands 7 7; deck 91; lost 0 0; awaits play_card
  | A 2.3, A draws -> refused ss.draw:taken
  bare; draws=granted; deck 1; hands 53 53; discards OH / - | A 2.3
    -> happens ChipPlaced CardDrawn DeckShuffled; deck 2
  bare; draws=granted; deck 0; hands 54 54 | A 2.3 -> hands 54 54; deck 0; discards - / -
  r1.1-1.4; players 3; draws=granted | A 1.5 -> happens ChipPlaced SequenceMade Ended
  bare; players 3; draws=granted | C 2.3 -> refused ss.first; stands; hands 6 6 6
ss.table-talk: coaching costs every member of the team one card
  bare; players 4 | talk b -> happens TalkRuled; forfeits B D; asked B D; awaits forfeit
  | talk b, D forfeits OH -> hands 6 6 6 5; discards - / - / - / OH; forfeits B
  | talk b, D forfeits OH, all-forfeit -> hands 6 5 6 5; discards - / ? / - / OH
  | talk b, D forfeits OH, all-forfeit, A 2.3 -> turn B
ss.table-talk: the cards are put down before play goes on, but the choice of a five is still open
  b1.1; players 4 | talk b, A 2.3 -> refused ss.table-talk:pending; lies; falls; do take_off card_back
  | talk b, A removes 1.1 -> refused ss.table-talk:pending; lies; falls; do put_back card_back
  | talk b, A swaps REMOVE -> breaks ss.table-talk:pending; lies; falls; do card_back return_drawn
  | talk b, talk r -> refused ss.table-talk:pending
  r1.1-1.3 r1.5-1.7; players 4 | A 1.4 ADD, talk b -> offers five 1.1-1.5
  | A 1.4 ADD, talk b, five 1.1-1.5 -> forfeits B D
ss.table-talk, ss.box: who puts a card down for table talk
  bare | talk r -> refused ss.table-talk:alone
  bare; players 4 | talk g -> refused match.no-such-seat
  | all-forfeit -> refused ss.table-talk:nothing
  | talk b, B forfeits OH, A forfeits TX -> refused ss.table-talk:not_you; stands; hands 5 5 6 6
  | talk b, B forfeits OH, B forfeits TX -> refused ss.table-talk:not_you; stands; hands 6 4 6 6
  | talk b, recount 90 6 0 6 6 -> forfeits D
  bare; players 4; hands 6 0 6 6 | talk b -> forfeits D
  bare; players 4; hands 6 0 6 0 | talk b -> refused ss.table-talk:nothing
ss.reshuffle: when the draw deck runs out all discards become a new one, and may be anywhere again
  bare; deck 1; discards OH OH / TX | A 2.3 ADD, A draws -> happens CardDrawn DeckShuffled; deck 4;
    discards - / -; out OH=2
  bare; deck 1 | A swaps REMOVE -> happens DeadSwapped DeckShuffled; deck 1
  bare | A 2.3, recount 0 50 57 -> happens Recounted DeckShuffled; deck 1
ss.box: a count must add up to the whole box
  bare | A 2.3 -> deck 94
  | A 2.3, recount 93 7 7 -> deck 93; hands 7 7
  | A 2.3, recount 94 7 7 -> refused ss.box:count; details missing -1; do count_again
  | A 2.3, recount 108 6 -7 -> refused ss.box:negative
  | A 2.3, recount 94 6 7 0 -> refused match.no-such-seat
-: what lies face up tells how many copies are out
  bare | A 2.3 -> out NV=1 ADD=4 REMOVE=4 OH=2
  bare; players 4 | talk b, B forfeits OH -> out OH=1
  | talk b, B forfeits OH, D forfeits OH -> happens CardForfeited
  | talk b, B forfeits OH, D forfeits OH, A swaps OH -> breaks ss.box:copies
"""

EVERY = list(plays(MOVES, SEQUENCES, CARDS))


@pytest.mark.rule(
    "ss.play", "ss.box", "ss.win", "ss.hand", "ss.add", "ss.first", "ss.remove", "ss.stuck", "ss.sequence",
    "ss.dead", "ss.draw", "ss.share", "ss.reshuffle", "ss.table-talk",
)  # fmt: skip
@pytest.mark.parametrize("play", EVERY, ids=lambda play: play.name)
def test_a_play(play: Play) -> None:
    SCRIPT.check(play)


def test_the_rules_of_the_plays_are_the_marked_ones() -> None:
    assert marked(test_a_play) == {rule for play in EVERY for rule in play.rules}
