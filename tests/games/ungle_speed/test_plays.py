"""The rules of Ungle Speed, each as plays: a table, reports, and the table afterwards."""

import pytest

from tests.games.plays import Play, marked, plays
from tests.games.ungle_speed.plays import SCRIPT

TURNS = """
us.turn: clockwise, and the top card goes onto one's own pile
  5 / 5 / 5 / 5 | A1g, B1g -> 4+1 4+1 5+0 5+0 pot 0; turn 2
us.turn: a card turned out of turn lies there and may be let stand
  5 / 5 / 5 / 5 | 2:A1g -> refused us.turn; do turn_back; lies; stands; 5+0 5+0 4+1 5+0 pot 0; turn 3
us.turn: whose turn it is can be set straight, but not to who has no card, nor while something goes on
  5 ? / 5 / 0 ? / 5; counting | set-turn 3 -> turn 3
  | set-turn 2 -> refused us.last-card
  | set-turn 7 -> refused match.no-such-seat
  | 0 grabs, set-turn 3 -> refused us.turn
  | out, set-turn 3 -> refused us.turn
us.turn: a recount can say whose turn it is
  deal 4 | recount 20 20 20 18/0 0 0 2/0/2 -> turn 2
  | recount 20 20 0 40/0 0 0 0/0/2 -> refused us.last-card

us.outward: outward arrows make all turn at once, and the owner goes on
  5 / 5 / 5 / 5; turn 1 | out -> flip 1 waits 0 1 2 3
  | out, A1g, A2g, B1g, B2g -> 4+1 3+2 4+1 4+1 pot 0; turn 1; no flip
us.outward: outward arrows with equal symbols are a duel at once
  5 / 5 / 5 / 5 | out, A1g, A2g, B1g, A1p, 3 grabs -> 6+0 4+1 4+1 4+0 pot 0; turn 0
us.outward: nobody turns twice for them, nobody is next, and nothing else makes all turn
  5 / 5 / 5 / 5 | out, 2:A1g, 2:B1g -> refused us.outward
  | all -> refused us.outward
  5 / 5 / 5 / 5; counting | next out, next -> refused us.outward
  | out, all -> 3+2 4+1 4+1 4+1 pot 0; turn 0
us.outward: a grab during a flip finds all cards turned
  5 ? / 5 ? / 5 / 5; counting | out, 0 grabs, duel 0 2 -> 3+0 4+2 8+0 4+1 pot 0
us.outward: watching waits for the whole flip before it rules
  5 / 5 / 5 / 5 | out, 0:A1g, 2:A1p, 2 grabs -> unexplained
  | out, 0:A1g, 2:A1p, 2 grabs, 1:B1g, 3:C1g -> 6+0 4+1 4+0 4+1 pot 0
us.outward: outward arrows told after the grab let the flip be told too
  5 / 5 / 5 / 5 | A1g, 2 grabs, out, B1g, C1g, D1g -> unexplained
  | A1g, 2 grabs, out, B1g, C1g, D1g, D1p -> 3+2 3+2 4+0 6+0 pot 0
us.outward: after a recount nobody without a stack is waited for
  5 / 5 / 5 / 65; counting | out, recount 4 5 0 65/1 0 5 0/0, all -> 3+2 4+1 0+5 64+1 pot 0
  | out, recount 0 0 0 0/20 20 20 20/0 -> no flip
us.outward-again: outward out of outward makes all turn again, and does nothing beside a duel
  5 / 5 / 5 / 5 | out, A1g, A2g, out, B2g -> flip 2 waits 0 1 2 3; turn 2
  | out, A1g, A1p, out, B2g -> no flip; turn 0

us.coloured: after coloured arrows colours match at once, until a duel is won
  5 A1g / 5 B1g / 5 / 5; turn 2 | col -> colours
  | col, 0 grabs -> 5+0 7+0 4+1 5+0 pot 0; turn 1; symbols
us.coloured: another arrow card or a fall ends colours
  5 A1g / 5 B1p / 5 col / 5; turn 3; colours | in -> symbols
  | fell -> symbols
us.coloured: counting, inward arrows end colours when they show
  5 ? / 5 ? / 5 col / 5; turn 3; colours; counting | ?, 0 grabs, inward -> symbols
us.coloured: colours count at once where outward arrows show them
  5 / 5 / 5 / 5 | out, A1g, B1g, col, B2p -> colours
  | out, A1g, B1g, col, B2p, 1 grabs -> 6+0 4+0 4+1 4+1 pot 0
us.coloured: under coloured arrows equal symbols are no duel
  5 A1g / 5 A1p / 5 / 5; colours; held 0 | duel 0 1 -> refused us.coloured

us.last-card: who has no stack is passed over and keeps the pile
  5 / 0 A1g / 5 / 5 | B1g -> 4+1 0+1 5+0 5+0 pot 0; turn 2; goes on
  | B1g, 1:? -> refused us.turn us.last-card
us.last-card: a recount or a fall never leaves the turn with an empty stack
  5 / 5 ? / 5 / 64; turn 1; counting | recount 5 0 5 64/0 6 0 0/0 -> turn 2
  hands 0 ? ? / 19 ? / 19 / 35; placed 2 1 0 0; counting | fell -> turn 1
us.last-card, us.called-end: all stacks empty, the fewest cards win, and equal is a draw
  0 A1g / 0 B1g C1g / 0 C2p D1p / 0 E1o D2o | end -> wins 0 by us.called-end
  | -> awaits grab_or_end
  0 A1g / 0 B1g / 0 C2p D1p / 0 E1o D2o | end -> draw by us.called-end
us.last-card: a game is not called while somebody can turn
  1 A1g / 0 B1g / 0 C1g / 0 D1g | end -> refused us.called-end
  0 ? / 0 ? ? / 0 ? / 0 ?; counting | 0 grabs, end -> refused us.called-end
us.out: the last card wins only when the face-up pile is gone
  1 A1g / 5 / 5 D1p / 5 B1p | B1g -> goes on
  | B1g, 0 grabs -> wins 0 by us.out
us.out: out because somebody else took the cards
  0 A1g / 5 C1g / 5 D1p / 5 B1p; turn 1; counting | 2 grabs, wrong -> wins 0 by us.out
us.out: what is let stand can end the game
  5 / 0 A1g / 1 B1g / 5 | 2:col -> refused us.turn; stands; wins 1 by us.out
us.last-outward: outward arrows as the last card win at once
  1 A1g / 5 / 5 / 5 | out -> wins 0 by us.last-outward
us.last-coloured: coloured arrows as the last card cost all face-up cards
  1 A1g / 5 B1g / 5 C1g / 5; pot E1o | col -> 5+0 5+0 5+0 5+0 pot 0; turn 1; symbols
us.last-inward: inward arrows as the last card lost to another cost all face-up cards
  1 A1g / 5 B1g / 5 C1g / 5; pot E1o | in, 2 grabs -> 5+0 5+0 5+0 5+0 pot 0; turn 2
  | in, 0 grabs -> wins 0 by us.out
  1 ? / 5 ? / 5 ? / 5; counting | ?, 1 grabs, inward -> 4+0 5+0 5+0 5+0 pot 0

us.three: three players play without coloured arrows
  deal 3; watching | col -> refused us.three; lies
us.three: three cards of one colour act as inward arrows
  5 A1g / 5 B1g / 5 C1p; turn 2 | D1g, 1 grabs -> 5+1 5+0 4+2 pot 1; turn 1
  5 ? / 5 ? ? / 5 ?; counting | 1 grabs, three -> 5+1 5+0 5+1 pot 2; turn 1
us.three: two of a colour and an arrow card are nothing, nor is it anything with four
  5 A1g / 5 B1g / 5 in; fresh 0; held 0 | three -> refused us.three
  | wrong -> 8+0 5+0 5+0 pot 0
  5 ? / 5 ? / 5 ? / 5 ?; counting; held 1 | three -> refused us.three
us.two-hands: hands play right, right, left, left, without coloured arrows
  deal 2 | ?, ?, ?, ? -> 18+1 18+1 18+1 18+1 pot 2; turn 0
  | col -> refused us.two-hands; lies
us.two-end: two players end when each has an empty hand, and one plays on alone
  hands 0 A1g / 0 / 9 B1p / 9 A1p; turn 2; placed 1 2 3 4 | 0 grabs -> wins 0 2 by us.two-end
  hands 0 / 5 B1p / 0 / 9 A1p; turn 1; placed 1 2 3 4 | C1p -> goes on

us.conserve: a recount must give the whole deck
  deal 4 | recount 20 20 20 10/0 0 0 9/0 -> refused us.conserve; details missing 1
  | recount 20 20 20 10/0 0 0 9/2 -> refused us.conserve; details missing -1
  | recount 20 20 20 10/0 0 0 9/1 -> 20+0 20+0 20+0 10+9 pot 1
  | recount 20 20 20 21/0 0 0 -1/0 -> refused us.conserve
  | recount 20 20 40/0 0 0 0/0 -> refused match.no-such-seat
  | recount 20 20 20 20/0 0 0/0 -> refused match.no-such-seat
us.conserve: a card that lies face up can not be turned again
  5 / 5 A1g B1g / 5 / 5 in in; pot A1g in | A1g -> refused us.conserve
  | in -> refused us.conserve
  5 / 5 A1g B1g / 5 / 5 in in; pot in | A1g -> refused us.conserve
  | in -> refused us.conserve
us.conserve: a recount keeps what is known on top
  5 / 5 A1g B1g / 5 / 5 | recount 5 5 5 61/0 4 0 0/0 -> pile 1 ? ? A1g B1g
  | recount 5 5 5 61/0 4 0 0/0, recount 5 5 5 64/0 1 0 0/0 -> pile 1 B1g
us.conserve: a recount during a split changes what is split
  5 A1g / 5 A1p B1p A1o / 5 A1y / 60 D1g; turn 3; pot C1g D2p; aside -3 | 2 grabs -> sharing 7 among 0 1
  | 2 grabs, recount 5 6 5 60/1 3 1 1/1 -> sharing 6 among 0 1
  | 2 grabs, recount 5 6 5 60/1 3 1 1/1, split 0=3 1=3 from 0 -> 8+0 9+0 5+0 60+1 pot 0
  5 ? ? / 5 ? / 5 ? / 60; pot ?; turn 1; counting; late_grab=share
  | 2 grabs, wrong late 3, recount 5 5 5 60/2 1 1 1/0, split 2=1 3=4 from 3 -> 5+0 5+0 6+0 64+0 pot 0
us.conserve: the level is switched in play, and a card that nobody told leaves the question to the table
  deal 4 | ?, level watching, A1g, 1 grabs -> unexplained
  | ?, level watching, A1g, 1 grabs, duel 0 1 -> 21+0 19+0 20+0 20+0 pot 0
"""

GRABS = """
us.duel: two equal symbols are a duel, whatever the colour
  5 A1g / 5 B1g / 5 / 5; turn 2 | A1p, 2 grabs -> 7+0 5+1 4+0 5+0 pot 0
us.duel: only top cards count
  5 A1g B1g / 5 B2g / 5 / 5; turn 2 | A1p, 2 grabs -> unexplained
  | A1p, 2 grabs, duel 0 2 -> refused us.duel
us.duel: a duel needs two face-up piles
  5 ? / 5 ? / 5 ? / 5; counting; held 0 | duel 0 -> refused us.duel
  | duel 0 3 -> refused us.duel
us.duel-won: the loser takes both piles and the pot
  5 ? ? ? / 5 ? ? / 5 ? / 5; counting; pot ? ? | 0 grabs, duel 0 1 -> 5+0 12+0 5+1 5+0 pot 0
us.duel-won: while one grab is ruled on there is no other
  5 ? / 5 ? / 5 / 5; counting; held 0 | 1 grabs -> refused us.duel-won
us.duel-won: nothing is claimed of a grab that did not happen
  5 ? / 5 ? / 5 / 5; counting | duel 0 1 -> refused us.duel-won
  | inward -> refused us.duel-won
  | three -> refused us.duel-won
  | wrong -> refused us.duel-won
  | lot 0 -> refused us.duel-won
us.after-duel: the loser turns next
  5 ? / 5 ? / 5 ? / 5; turn 3; counting | 2 grabs, duel 0 2 -> turn 0
us.many-duel: the winner over several says who takes how many
  5 A1g / 5 A1p B1p A1o / 5 A1y / 5 D1g; turn 3; pot C1g | 2 grabs -> sharing 6 among 0 1
  | 2 grabs, split 0=4 1=2 from 1 -> 9+0 7+0 5+0 5+1 pot 0; turn 1
us.many-duel: a split that can not be names every fault
  5 A1g / 5 A1p B1p A1o / 5 A1y / 5 D1g; turn 3; pot C1g
  | 2 grabs, split 0=5 1=2 from 1 -> refused us.conserve
  | 2 grabs, split 0=6 from 0 -> refused us.many-duel
  | 2 grabs, split 0=7 1=-1 from 0 -> refused us.many-duel
  | 2 grabs, split 0=3 1=3 from 2 -> refused us.after-duel
  | 2 grabs, split 0=3 2=2 from 3 -> refused us.many-duel us.conserve us.after-duel
us.many-duel: whoever shows the same is in the duel, and nothing else is split
  5 A1g / 5 A1p / 5 A1y / 5; counting; held 0 | duel 0 1 -> refused us.many-duel
  5 ? / 5 / 5 / 5; counting | split from 0 -> refused us.many-duel
us.look-alike: nearly equal is a wrong grab
  5 A1g / 5 A2g / 0 A3g / 0 D1g | 0 grabs, duel 0 1 -> refused us.look-alike
  | 0 grabs, wrong -> wrong 0 us.look-alike
us.wrong-grab: a wrong grab costs every face-up card, and after it the order may go on
  5 ? ? / 5 ? / 5 ? / 5; counting; pot ? ?; turn 1 | 3 grabs, wrong -> 5+0 5+0 5+0 11+0 pot 0; turn 3
  5 ? / 5 ? / 5 / 5; counting; turn 1; after_penalty=order | 3 grabs, wrong -> turn 1
us.wrong-grab: watching rules a wrong grab once no card can be missing; one told after it can give the right
  5 A1g / 5 B1g / 5 / 5; turn 2 | 0 grabs -> unexplained
  | 0 grabs, D1g -> 8+0 5+0 4+0 5+0 pot 0
  | 0 grabs, A1p -> 5+0 5+1 6+0 5+0 pot 0
us.wrong-grab: who has the right can not be called wrong
  5 A1g / 5 A1p / 5 / 5; held 0 | wrong -> refused us.duel
  5 A1g / 5 in / 5 / 5; inward 1; held 0 | wrong -> refused us.inward
us.wrong-grab: the grabber is one of the duellists
  5 ? / 5 ? / 5 ? / 5; counting; held 0 | duel 1 2 -> refused us.wrong-grab
us.wrong-grab: a press before the winner decides whoever presses later
  5 A1g / 5 A1p / 5 / 5 D1g | 3 grabs 3@0 0@4, wrong -> 5+0 5+0 5+0 8+0 pot 0
us.totem-dropped: dropping the totem costs as a wrong grab
  5 ? / 5 ? ? / 5 / 5; counting; pot ?; colours | 1 drops -> 5+0 9+0 5+0 5+0 pot 0; turn 1; symbols
  | 1 grabs, 1 drops -> 5+0 9+0 5+0 5+0 pot 0; turn 1; symbols
us.totem-fell: a fallen totem sends all face-up cards to the pot
  5 ? / 5 ? ? / 5 / 5; counting; pot ?; turn 2 | fell -> 5+0 5+0 5+0 5+0 pot 4; turn 2
us.inward: for inward arrows everybody may grab
  5 A1g / 5 / 5 B1g B2g / 5; turn 1 | in, 2 grabs -> 5+1 4+1 5+0 5+0 pot 2; turn 2
us.inward: inward arrows count once and only when turned
  5 A1g / 5 / 5 B1g / 5; turn 1 | in, C1g, 0 grabs, inward -> refused us.inward
  | in, 2 grabs, 0 grabs, inward -> refused us.inward
us.specials-no-duel: arrow cards never match
  5 in / 5 in / 5 / 5; counting; held 0 | duel 0 1 -> refused us.specials-no-duel us.specials-no-duel
  5 out / 5 out / 5 / 5 | 0 grabs, wrong -> 7+0 5+0 5+0 5+0 pot 0
us.inward-and-duel: the first chooses the duel or the arrows, and an outsider gets the arrows
  5 / 5 / 5 / 5 / 5 | out, A1g, A1p, in, B1g, C1g, 1 grabs -> choosing
  | out, A1g, A1p, in, B1g, C1g, 1 grabs, duel 1 3 -> refused us.inward-and-duel
  | out, A1g, A1p, in, B1g, C1g, 1 grabs, duel 0 1 -> 6+0 4+0 4+1 4+1 4+1 pot 0; turn 0
  | out, A1g, A1p, in, B1g, C1g, 1 grabs, duel 0 1, 3 grabs, inward -> refused us.inward
  | out, A1g, A1p, in, B1g, C1g, 1 grabs, inward -> 3+2 4+0 4+1 4+1 4+1 pot 1; turn 1
  | out, A1g, A1p, in, B1g, C1g, 3 grabs -> 3+2 4+1 4+1 4+0 4+1 pot 1; turn 3
  | out, A1g, A1p, in, B1g, C1g, 3 grabs, 0 grabs, duel 0 1 -> refused us.several-duels
us.several-duels: of several duels one is won and the others lapse, until a third card joins
  5 A1g / 5 A1p / 5 B1g / 5 B1p / 0 | 3 grabs -> 5+1 5+1 7+0 5+0 0+0 pot 0; lapsed 0 1
  | 3 grabs, 0 grabs, duel 0 1 -> refused us.several-duels
  5 A1g / 5 A1p / 5 B1g / 5 B1p / 9 | 3 grabs, C1g, A1o, 0 grabs -> sharing 3 among 1 3
us.under-stack: taken cards lie face down under the stack, and may be turned again
  5 A1g / 5 A1p / 5 / 5 | 0 grabs -> 5+0 7+0 5+0 5+0 pot 0; pile 1
  | 0 grabs, A1g -> 5+0 6+1 5+0 5+0 pot 0
us.two-duel: two players, only the hands concerned move
  hands 5 A1g / 5 A1p B1p A1o / 5 C1g / 5 D1g; pot ? ?; placed 1 2 3 4
  | 0 grabs -> 5+0 9+0 5+1 5+1 pot 2; turn 1
us.two-duel: two players, another hand has no right to a duel
  hands 5 A1g / 5 A1p / 5 C1g / 5 D1g; turn 3; placed 1 2 3 4 | 2 grabs, wrong -> 5+0 5+0 9+0 5+0 pot 0
us.two-own-hands: a match of own hands may be left or grabbed
  hands 5 A1g / 5 B1p / 5 A1p / 5; turn 3; placed 1 2 3 0 | D1g -> 5+1 5+1 5+1 4+1 pot 0
  | 0 grabs -> 5+0 5+1 7+0 5+0 pot 0
us.two-inward: inward arrows are grabbed with the hand that turned last
  hands 5 / 5 / 5 / 5 | A1g, B1g, C1g, in, 0 grabs, inward -> refused us.two-inward
  | A1g, B1g, C1g, in, 1 grabs, inward -> refused us.two-inward
  | A1g, B1g, C1g, in, 1 grabs, wrong -> wrong 1 us.two-inward
  | A1g, B1g, C1g, in, 2 grabs -> 4+1 4+1 4+0 4+1 pot 1
  | A1g, B1g, C1g, in, 3 grabs -> 4+1 4+1 4+1 4+0 pot 1
  hands 5 / 5 / 5 / 5; counting | A1g, B1g, C1g, in, 0 grabs, inward -> refused us.two-inward
  | A1g, B1g, C1g, in, 1 grabs, inward -> refused us.two-inward
  | A1g, B1g, C1g, in, 0 grabs, wrong -> wrong 0 us.two-inward
  | A1g, B1g, C1g, in, 2 grabs, inward -> 4+1 4+1 4+0 4+1 pot 1
  | A1g, B1g, C1g, in, 3 grabs, inward -> 4+1 4+1 4+1 4+0 pot 1
-: a dead heat is grabbed again, or settled by lots; so is a void grab
  5 ? / 5 ? / 5 / 5; counting | 0 1 tie -> no grab; again dead_heat; awaits grab_again
  | 0 1 2 3 tie -> no grab; again dead_heat
  | 0 1 tie, 1 grabs, duel 0 1 -> 7+0 5+0 5+0 5+0 pot 0
  | void lost_edge -> no grab; again lost_edge
  | void lost_edge, next -> again -
  | void lost_edge, fell -> again -
  5 ? / 5 ? / 5 / 5; counting; dead_heat=lots | 0 1 tie -> tied
  | 0 1 tie, lot 2 -> refused us.duel-won
  | 0 1 tie, lot 1, duel 0 1 -> 7+0 5+0 5+0 5+0 pot 0
-: a missed match is noted when it is covered, and costs nothing
  5 A1g / 5 A1p / 5 / 5; turn 2 | B1g, C1g, D1g -> 4+2 5+1 4+1 4+1 pot 0; missed 0 1
-: a seat that is not there is refused
  5 ? / 5 ? / 5 / 5; counting | 9 grabs -> refused match.no-such-seat
  | 9 drops -> refused match.no-such-seat
  | 0 0 tie -> refused match.no-such-seat
  | 9:? -> refused match.no-such-seat
  | tie -> refused match.no-such-seat
"""

TABLE_CHOICES = """
us.wrong-grab: late grabs cost nothing unless the table chose so
  5 ? / 5 ? / 5 ? / 5; counting | 0 grabs, duel 0 1 late 2 -> refused us.wrong-grab
  5 A1g / 5 A1p / 5 B1g / 5 | 0 grabs 0@0 2@3 -> 5+0 7+0 5+1 5+0 pot 0
us.many-duel: who grabbed late without right shares all face-up cards with the loser
  5 ? ? / 5 ? / 5 ? / 5 ?; pot ?; counting; late_grab=share | 0 grabs, duel 0 1 late 2 -> sharing 6 among 1 2
  | 0 grabs, duel 0 1 late 2, split 1=4 2=2 from 1 -> 5+0 9+0 7+0 5+0 pot 0; turn 1
us.many-duel: watching, the buttons tell who grabbed late without right
  5 A1g / 5 A1p / 5 B1g / 5 C1g; late_grab=share | 0 grabs 0@0 1@1 2@3 -> sharing 4 among 1 2; late 2
us.wrong-grab, us.duel: who grabbed late with a right of their own pays nothing
  5 A1g / 5 A1p / 5 B1g / 5; turn 3; late_grab=share
  | 3 grabs 3@0 0@4 1@6, wrong late 0 1 -> refused us.duel us.duel
  | 3 grabs 3@0 0@4 1@6, wrong -> 5+0 5+0 5+0 8+0 pot 0; wrong 3 us.wrong-grab
  | 3 grabs 3@0 0@4 1@6, C1g -> 5+0 5+0 5+0 8+0 pot 0; wrong 3 us.wrong-grab
us.wrong-grab, us.inward: with inward arrows beside the duel, all who grabbed late had a right
  5 / 5 / 5 / 5; late_grab=share
  | out, A1g, A1p, in, B1g, 0 grabs 0@0 3@4, duel 0 1 late 3 -> refused us.inward
us.two-inward: two players, the right hand that grabs after a wrong one pays nothing
  hands 5 / 5 / 5 / 5; late_grab=share | A1g, B1g, C1g, 0 grabs 0@0 3@4, in -> 8+0 4+0 4+0 4+0 pot 0
  | A1g, B1g, C1g, 0 grabs 0@0 1@4, in -> sharing 4 among 0 1
us.wrong-grab: several without right split all face-up cards
  5 ? ? / 5 ? / 5 ? / 5; pot ?; turn 1; counting; late_grab=share
  | 2 grabs, wrong late 3, split 2=1 3=4 from 3 -> 5+0 5+0 6+0 9+0 pot 0; turn 3
  5 ? ? / 5 ? / 5 ? / 5; pot ?; turn 1; counting; late_grab=share; after_penalty=order
  | 2 grabs, wrong late 3, split 2=1 3=4 from 3 -> 5+0 5+0 6+0 9+0 pot 0; turn 1
us.last-coloured, us.wrong-grab: several without right split nothing that last coloured arrows have cost
  5 ? / 1 / 5 ? / 5; turn 1; pot ?; counting; late_grab=share
  | 0 grabs, col, wrong late 3 -> 5+0 4+0 5+0 5+0 pot 0; turn 0; no grab
  5 ? / 1 / 5 ? / 5; turn 1; pot ?; counting; late_grab=share; after_penalty=order
  | 0 grabs, col, wrong late 3 -> 5+0 4+0 5+0 5+0 pot 0; turn 2; no grab
us.two-duel: two players, a late grab costs the other piles too
  hands 5 ? / 5 ? / 5 ? / 5 ?; pot ? ?; counting; late_grab=share
  | 0 grabs, duel 0 1 late 2, split 1=3 2=3 from 1 -> 5+0 8+0 8+0 5+0 pot 0
us.many-duel: a late grab that can not be is refused
  5 ? / 5 ? / 5 ? / 5; counting; late_grab=share | 0 grabs, duel 0 1 late 1 -> refused us.many-duel
  | 0 grabs, wrong late 0 -> refused us.many-duel
  | 0 grabs, wrong late 9 -> refused match.no-such-seat
us.wrong-grab: who tied without right pays as the table chose
  5 ? / 5 ? / 5 / 5; pot ?; counting; dead_heat_wrong=named | 0 2 tie, wrong-heat -> refused us.wrong-grab
  | 0 2 tie, wrong-heat 1 -> refused us.wrong-grab
  | 0 2 tie, wrong-heat 2 -> 5+0 5+0 8+0 5+0 pot 0
  5 ? / 5 ? / 5 / 5; pot ?; counting; dead_heat_wrong=both | 0 2 tie, wrong-heat 2 -> refused us.wrong-grab
  | 0 2 tie, wrong-heat, split 0=1 2=2 from 0 -> 6+0 5+0 7+0 5+0 pot 0; turn 0; again -
  5 ? / 5 ? / 5 / 5; pot ?; counting; dead_heat=lots; dead_heat_wrong=named
  | 0 2 tie, wrong-heat -> refused us.wrong-grab
  | 0 2 tie, wrong-heat 1 -> refused us.wrong-grab
  | 0 2 tie, wrong-heat 2 -> 5+0 5+0 8+0 5+0 pot 0
  5 ? / 5 ? / 5 / 5; pot ?; counting; dead_heat=lots; dead_heat_wrong=both
  | 0 2 tie, wrong-heat 2 -> refused us.wrong-grab
  | 0 2 tie, wrong-heat, split 0=1 2=2 from 0 -> 6+0 5+0 7+0 5+0 pot 0; turn 0; again -
us.wrong-grab: a dead heat without right is grabbed again unless the table chose otherwise
  5 ? / 5 ? / 5 / 5; counting | wrong-heat -> refused us.wrong-grab
  | 0 2 tie, wrong-heat 0 -> refused us.wrong-grab
  | 0 2 tie, wrong-heat -> refused us.wrong-grab
  5 ? / 5 ? / 5 / 5; counting; dead_heat=lots; dead_heat_wrong=both
  | 0 2 tie, lot 0, wrong-heat -> refused us.wrong-grab
us.wrong-grab, us.duel: a dead heat of the duellists themselves is grabbed again, and costs nobody
  5 A1g / 5 A1p / 5 / 5; turn 2; dead_heat_wrong=named | 0 1 tie, wrong-heat 0 -> refused us.duel us.duel
  | 0 2 tie, wrong-heat 2 -> refused us.duel
  | 2 3 tie, wrong-heat 2 -> 5+0 5+0 7+0 5+0 pot 0
  5 A1g / 5 A1p / 5 / 5; turn 2; dead_heat_wrong=both | 0 1 tie, wrong-heat -> refused us.duel us.duel
  5 A1g / 5 A1p / 5 / 5; turn 2; dead_heat=lots; dead_heat_wrong=named
  | 0 1 tie, wrong-heat 0 -> refused us.duel us.duel
us.wrong-grab, us.inward: a dead heat for inward arrows is grabbed again, and costs nobody
  5 A1g / 5 / 5 / 5; turn 1; dead_heat_wrong=both | in, 0 2 tie, wrong-heat -> refused us.inward us.inward
us.wrong-grab: who tied without right in a flip pays for all its cards, or all of them split these
  5 ? / 5 ? / 5 / 5; counting; dead_heat_wrong=named
  | next out, 0 2 tie, wrong-heat 2 -> 3+0 4+0 11+0 4+0 pot 0
  5 ? / 5 ? / 5 / 5; counting; dead_heat_wrong=both
  | next out, 0 2 tie, wrong-heat, split 0=4 2=3 from 2 -> 7+0 4+0 7+0 4+0 pot 0; turn 2
us.players: a player leaves and the cards go back into the box
  5 ? / 5 ? / 5 ? / 5; turn 1; counting | 1 leaves -> 5+1 0+0 5+1 5+0 pot 0; aside 6; turn 2; goes on
  | 1 leaves, 1 grabs -> refused match.no-such-seat
  | 1 leaves, 1 leaves -> refused match.no-such-seat
  | 1 leaves, 1:? -> refused us.turn us.last-card
  | 1 leaves, 1 drops -> refused match.no-such-seat
  | 1 leaves, 0 grabs, wrong late 1 -> refused match.no-such-seat
  | 1 leaves, next, next, next -> 4+2 0+0 4+2 4+1 pot 0
us.players: the cards of who leaves may be dealt on
  5 ? / 5 ? ? / 5 ? / 5; counting; leaver=dealt | 1 leaves -> 7+1 0+0 8+1 7+0 pot 0; aside 0
us.players, us.inward: inward arrows that went back into the box are nobody's
  5 A1g / 5 / 5 B1g / 5; turn 1 | in, 1 leaves, 2 grabs, inward -> refused us.inward
us.players: two play on at least, and nobody leaves in the middle of a grab
  5 / 5 / 5 | 0 leaves, 1 leaves -> refused us.players
  hands 5 / 5 / 5 / 5 | 0 leaves -> refused us.players
  5 ? / 5 ? / 5 / 5; counting | 0 grabs, 1 leaves -> refused us.duel-won
  | next out, 1 leaves -> refused us.duel-won
us.players: a drop and a flip go on after somebody left
  5 ? / 5 ? / 5 ? / 5; counting | 1 leaves, next out, all, 3 drops -> 3+0 0+0 4+0 10+0 pot 0
us.players, us.wrong-grab: who tied and has left pays for nothing any more
  5 ? / 5 ? / 5 ? / 5; pot ?; counting; dead_heat_wrong=named
  | 0 1 tie, 1 leaves, wrong-heat 1 -> refused us.wrong-grab
  | 0 1 tie, 1 leaves, wrong-heat 0 -> 8+0 0+0 5+0 5+0 pot 0; turn 0
  5 ? / 5 ? / 5 ? / 5; pot ?; counting; dead_heat_wrong=both
  | 0 1 tie, 1 leaves, wrong-heat -> 8+0 0+0 5+0 5+0 pot 0; turn 0
  | 0 1 2 tie, 1 leaves, wrong-heat -> sharing 3 among 0 2
  | 0 1 tie, 0 leaves, 1 leaves, wrong-heat -> refused us.wrong-grab
us.out: who has left does not win
  1 A1g / 5 B1g / 5 C1p / 5 | 3 leaves -> goes on
  | 3 leaves, B1p, 0 grabs -> wins 0 by us.out
"""

FLIPS = """
us.last-coloured: a duel of a flip leaves the last coloured to their owner
  6 / 1 / 5 / 5; pot E2p | out, A1p, col, D1y, A1g -> 4+2 0+1 4+1 4+1 pot 1
  | out, A1p, col, D1y, A1g, 0 grabs -> 4+0 2+0 4+0 8+0 pot 0
us.out, us.last-coloured: who is out by a duel of the flip has won before they cost anything
  2 / 1 / 1 / 5; pot E2p | out, A1p, col, D1y, A1g, 0 grabs -> wins 0 by us.out; 0+0 0+1 0+1 8+0 pot 0
us.last-outward, us.last-coloured: last outward have won before they cost anything
  6 / 1 / 1 / 5 | out, A1p, col, out, D1y -> wins 2 by us.last-outward; 4+2 0+1 0+1 4+1 pot 0
us.last-coloured, us.outward-again, us.inward: inward, last coloured and outward come one after the other
  6 / 1 / 5 / 5; pot E2p | out, A1p, col, in, out, 0 grabs -> 4+0 6+0 4+0 4+0 pot 0; flip 3 waits 0 1 2 3
us.outward-again: counting, a duel beside second arrows keeps all from turning again
  deal 4 | out, ?, ?, out, ? -> 18+2 19+1 19+1 19+1 pot 0
  | out, ?, ?, out, ?, 0 grabs, duel 0 1 -> 18+0 22+0 19+1 19+1 pot 0; turn 1; no flip
us.outward-again: counting, all had turned again before the grab, whenever that is told
  deal 4 | out, ?, ?, out, ?, all, 0 grabs, duel 0 1 -> 17+0 23+0 18+2 18+2 pot 0
  | out, ?, ?, out, ?, 0 grabs, all, duel 0 1 -> 17+0 23+0 18+2 18+2 pot 0
us.outward-again: a duel with the seat of the second arrows can only be of their flip
  deal 4 | out, ?, ?, out, ?, 0 grabs, duel 0 2 -> 17+0 18+2 23+0 18+2 pot 0
us.outward-again: whether all had turned again is asked where it matters
  deal 4 | out, ?, ?, out, ?, 0 grabs, wrong -> asks turned_again of 0 owner 2
  | out, ?, ?, out, ?, 0 grabs, inward -> asks turned_again of 0 owner 2
  | out, ?, ?, out, ?, 0 grabs -> awaits say_turned_again; offers all; offers not-yet
  deal 4; watching | out, A1g, B1g, out, C1g, 0 grabs, wrong -> asks turned_again of 0 owner 2
  | out, A1g, B1g, out, C1g, 0 grabs -> awaits say_turned_again; offers all; offers not-yet; offers inward
us.outward-again: after a recount, too, nobody without a stack is waited for
  deal 4 | out, ?, ?, out, ?, recount 37 19 19 0/2 1 1 1/0, 0 grabs, wrong -> asks turned_again of 0 owner 2
us.wrong-grab: a wrong grab costs what lay there
  deal 4 | out, ?, ?, out, ?, 0 grabs, not-yet, wrong -> 23+0 19+0 19+0 19+0 pot 0; no flip
  | out, ?, ?, out, ?, 0 grabs, all, wrong -> 26+0 18+0 18+0 18+0 pot 0; no flip
us.outward-again: second arrows told after the grab are asked about too
  deal 4 | out, 0 grabs, 2:out, wrong -> asks turned_again of 0 owner 2
  | out, 0 grabs, 2:out, duel 0 1 -> 18+0 22+0 19+1 19+1 pot 0
  | out, 0 grabs, 2:out, not-yet, wrong -> 23+0 19+0 19+0 19+0 pot 0
  | out, 0 grabs, 2:out, all, all, wrong -> 26+0 18+0 18+0 18+0 pot 0
us.coloured: coloured arrows told after the grab make the duel one of colours
  deal 4 | out, 0 grabs, 2:col, 0:A1g, 1:B1g, duel 0 1 -> 18+0 22+0 19+1 19+1 pot 0
us.wrong-grab: watching, a wrong grab before all turned again is ruled on once that is said
  deal 4; watching | out, A1g, B1g, out, C1g, 0 grabs -> unexplained
  | out, A1g, B1g, out, C1g, 0 grabs, not-yet -> 23+0 19+0 19+0 19+0 pot 0
us.outward-again: that nobody had turned is said only where it was asked
  deal 4 | out, 0 grabs, not-yet -> refused us.outward-again
  | out, ?, ?, out, ?, 0 grabs, not-yet, not-yet -> refused us.outward-again
  | out, ?, ?, out, ?, 0 grabs, not-yet, all -> refused us.duel-won
us.totem-fell, us.totem-dropped: what comes before all turned again ends the flip
  deal 4 | out, ?, ?, out, ?, fell -> 18+0 19+0 19+0 19+0 pot 5; no flip
  | out, ?, ?, out, ?, 3 drops -> 18+0 19+0 19+0 24+0 pot 0
us.inward, us.outward-again: the totem comes before second arrows beside inward ones
  deal 4; watching
  | C1p, out, 0:A1p, 1:B1g, 2:in, 3:out, 0 grabs -> 18+0 18+2 19+1 19+1 pot 2; flip 3 waits 0 1 2 3; turn 3
  | C1p, out, 0:A1p, 1:B1g, 2:in, 3:out, 0 grabs, all -> 17+1 17+3 18+2 18+2 pot 2; turn 3
  deal 4
  | C1p, out, 0:A1p, 1:B1g, 2:in, 3:out, 0 grabs, inward -> 18+0 18+2 19+1 19+1 pot 2; flip 3 waits 0 1 2 3
  | C1p, out, 0:A1p, 1:B1g, 2:in, 3:out, 0 grabs, inward, all -> 17+1 17+3 18+2 18+2 pot 2; turn 3
us.inward, us.outward-again: inward arrows that were covered by second ones' cards are gone
  deal 4; watching | out, A1g, in, out, B1g, C1g, D1g, E1g, A2p, 3 grabs, wrong -> wrong 3 us.wrong-grab
us.outward-again: second arrows that went into the pot make nobody turn
  deal 4 | C1p, out, 0:A1p, 1:B1g, 2:in, 3:out, 3 grabs, inward -> 18+2 18+2 19+1 19+0 pot 1; no flip; turn 3
us.last-outward: last outward told after the grab win unless it was a duel
  6 / 1 / 5 / 5; counting; pot ? | out, 2 grabs, 1:out, all -> goes on
  | out, 2 grabs, 1:out, all, duel 2 3 -> 4+2 0+1 4+0 7+0 pot 0
  | out, 2 grabs, 1:out, all, next -> refused us.duel-won
  | out, 2 grabs, 1:out, all, wrong -> wins 1 by us.last-outward; no grab
  | out, 2 grabs, 1:out, all, inward -> wins 1 by us.last-outward
  | out, 2 grabs, 1:out, all, fell -> wins 1 by us.last-outward
  | out, 2 grabs, 1:out, all, 2 drops -> wins 1 by us.last-outward
  6 / 1 / 1 / 5; counting | out, 3 grabs, 1:out, 2:out, all, wrong -> wins 1 2 by us.last-outward
us.last-inward: whose untold inward arrows they were is asked where one may be a last card
  6 / 1 / 5 / 1; counting; pot ? | out, all, 2 grabs, inward -> asks whose_inward of 2
  | out, all, 2 grabs -> offers inward 1; offers inward 3; offers inward 0 2
  | out, all, 2 grabs, inward 1 -> 4+0 6+0 4+0 0+0 pot 0
  | out, all, 2 grabs, inward 0 2 -> 4+2 0+1 4+0 0+1 pot 2
  | out, all, 2 grabs, inward 9 -> refused us.inward
us.last-inward: whose they were is not asked where it changes nothing
  6 / 5 / 5 / 5; counting | out, all, 2 grabs, inward -> 4+2 4+1 4+0 4+1 pot 1
  6 / 5 / 1 / 5; counting | out, all, 2 grabs, inward -> wins 2 by us.out
us.last-coloured: a grab before the last coloured were entered is still ruled on
  5 A1g / 1 / 5 A1p / 5; turn 1 | 0 grabs -> 5+0 1+0 7+0 5+0 pot 0
  5 A1g / 1 E1p / 5 B1p / 5; turn 1 | 0 grabs -> unexplained
  | 0 grabs, col -> 5+0 4+0 5+0 5+0 pot 0; wrong 0 us.wrong-grab
us.last-coloured, us.wrong-grab, us.totem-dropped: they cost their owner all, whoever grabs wrongly after them
  5 A1g / 1 E1p / 5 B1p / 5; turn 1; pot C1o | col, 0 drops -> 5+0 5+0 5+0 5+0 pot 0; goes on; turn 0
  | col, 0 grabs, wrong -> 5+0 5+0 5+0 5+0 pot 0; goes on; turn 0
  | 0 grabs, col -> 5+0 5+0 5+0 5+0 pot 0; goes on; turn 0
  5 A1g / 1 E1p / 5 B1p / 5; turn 1; pot C1o; counting
  | col, 0 drops -> 5+0 5+0 5+0 5+0 pot 0; goes on; turn 0
  | col, 0 grabs, wrong -> 5+0 5+0 5+0 5+0 pot 0; goes on; turn 0
  | 0 grabs, col, wrong -> 5+0 5+0 5+0 5+0 pot 0; goes on; turn 0
us.last-coloured, us.wrong-grab: a wrong grab beside a duel comes before what they cost
  6 / 1 / 5 / 5 | out, A1g, col, B1g, A1p, 2 grabs, wrong -> 4+0 0+0 9+0 4+0 pot 0; wins 1 by us.out
us.last-coloured: counting, a grab before the last coloured waits for what it was
  5 ? / 1 / 5 ? / 5 ?; turn 1; counting | 0 grabs, col -> unexplained
  | 0 grabs, col, duel 0 2 -> 5+0 2+0 7+0 5+0 pot 0; turn 2
us.last-coloured: counting, a duel of the flip that is told after them comes before what they cost
  3 / 1 / 3 / 1; counting | out, 1:col, all, 0 grabs, duel 0 3 -> 1+0 2+0 2+0 3+0 pot 0; goes on; turn 3
  | out, 1:col, all, 0 3 tie, 0 grabs, duel 0 3 -> 1+0 2+0 2+0 3+0 pot 0; goes on; turn 3
  3 / 1 / 3 / 2; counting | out, 1:col, all, 0 grabs, inward -> 1+0 5+0 2+0 1+0 pot 0
  | out, 1:col, all -> 1+2 0+1 2+1 1+1 pot 0; turn 0
  | out, 1:col, all, next -> 0+1 5+0 2+0 1+0 pot 0; turn 1
  | out, 1:col, all, 0 grabs, wrong -> 1+0 5+0 2+0 1+0 pot 0; turn 0
  | out, 1:col, 2:out, all -> flip 2 waits 0 1 2 3
  | out, 1:col, 2:out, all, all -> 0+1 4+1 1+1 0+1 pot 0; turn 2
us.out, us.last-coloured: who is rid of all cards by last coloured arrows has won before another is turned
  3 / 3 / 3 / 1 / 0 E1g | out, D1g, A1g, A1p, col -> goes on
  | out, D1g, A1g, A1p, col, out -> wins 4 by us.out; 1+0 2+0 2+0 6+0 0+0 pot 0
  | out, D1g, A1g, A1p, col, next C1g -> wins 4 by us.out; 1+0 2+0 2+0 6+0 0+0 pot 0
  3 / 1 / 3 / 1; counting | out, 1:col, 2:out, all, all -> wins 3 by us.out; 1+0 5+0 2+0 0+0 pot 0
  3 / 1 / 3 / 1; counting | out, 1:col, all, next -> wins 3 by us.out; 1+0 5+0 2+0 0+0 pot 0
us.last-coloured: the owner of the first arrows goes on with the cards of last coloured ones
  2 / 5 / 5 / 5 | out, col, A1g, B1g, C1g -> 5+0 4+0 4+0 4+0 pot 0; turn 0
us.last-coloured: nobody calls the end over cards that somebody is to take
  2 B1g / 1 A1g / 1 A1p / 1 C1g | out, col, E1g, E1p, D1o -> 0+3 0+2 0+2 0+2 pot 0; awaits turn_card
  | out, col, E1g, E1p, D1o, D2o -> 9+0 0+0 0+0 0+0 pot 0; wins 1 2 3 by us.out
us.three: three players, second arrows beside inward ones, or after three of a colour
  6 / 5 / 5 | out, A1g, in, out, 1 grabs -> 4+2 4+0 4+1 pot 1; flip 2 waits 0 1 2
  6 / 5 / 5; counting | out, A1g, in, out, 1 grabs, inward -> 4+2 4+0 4+1 pot 1; flip 2 waits 0 1 2
  | out, ?, ?, out, 1 grabs, three -> 3+3 3+0 3+2 pot 2
us.two-hands, us.two-inward: two players turn all hands at once, and either may grab
  hands 6 / 5 / 5 / 5; counting
  | out, A1g, B1g, in, out, 0 grabs, inward -> pot 2; flip 3 waits 0 1 2 3; turn 3
  | out, A1g, B1g, in, out, 1 grabs, inward -> pot 1; flip 3 waits 0 1 2 3; turn 3
  | out, A1g, B1g, in, out, 2 grabs, inward -> pot 1; flip 3 waits 0 1 2 3; turn 3
  | out, A1g, B1g, in, out, 3 grabs, inward -> pot 1; no flip; turn 3
us.two-inward: two players, only a hand with face-up cards was placed last
  deal 2; watching | A1p, B1g, C1o, D1y, B1y, 0 grabs, in -> pile 0
  | A1p, B1g, C1o, D1y, B1y, 0 grabs, in, 2 grabs -> 17+0 20+1 18+0 18+1 pot 3
  | A1p, B1g, C1o, D1y, B1y, 0 grabs, in, 0 grabs -> unexplained
us.two-inward: two players, neither hand has face-up cards, so either may grab, whichever turned last
  hands 5 / 5 / 5 / 5; counting | A1g, B1g, C1g, D1g, fell, in, 1 grabs, inward -> pot 4; turn 1
  | A1g, B1g, C1g, D1g, fell, in, 3 grabs, inward -> pot 4; turn 3
  | A1g, B1g, C1g, D1g, fell, in, 0 grabs, inward -> pot 5; turn 0
  | A1g, B1g, C1g, D1g, fell, in, 2 grabs, inward -> refused us.two-inward
  hands 5 / 5 / 5 / 5 | A1g, B1g, C1g, D1g, fell, in, 1 grabs -> pot 4; turn 1
  | A1g, B1g, C1g, D1g, fell, in, 3 grabs -> pot 4; turn 3
us.two-end, us.last-outward: two players, last outward put one hand out
  hands 1 A1g / 5 B1g / 5 C1g / 5 D1g; placed 1 2 3 4 | out -> 0+0 5+1 5+1 5+1 pot 2; goes on; turn 1
  hands 0 / 1 B1g / 5 C1g / 5 D1g; placed 1 2 3 4; pot A1g out; turn 1 | out -> draw by us.two-end
  hands 1 A1g / 5 B1g / 1 C1g / 3 D1g D2o; placed 1 2 3 4 | out, C2o -> turn 2
  | out, C2o, out -> 0+0 4+2 0+0 3+2 pot 4; goes on; turn 3
  hands 0 / 1 B1g C2o / 0 / 6 D1g D2o; placed 1 2 3 4; pot A1g out C1g out; turn 3
  | D2y, out -> wins 0 2 by us.two-end
us.last-outward: two players may choose that last outward end the game
  hands 1 A1g / 5 / 5 / 5; two_last_outward=ends | out -> wins 0 2 by us.last-outward
us.two-end: two players, last outward out of a flip
  hands 6 / 1 / 5 / 5 | out, A1g, out, B1g, C1g -> 4+2 0+0 4+1 4+1 pot 1; turn 0
  hands 6 / 1 / 5 / 5; counting | out, A1g, out, B1g, C1g -> 4+2 0+0 4+1 4+1 pot 1; turn 0
us.last-outward, us.outward-again: two players, last outward out of a flip do nothing beside a duel
  hands 6 / 1 ? / 5 / 5; counting | out, 1:out, all, 2 grabs, duel 2 3 -> 4+2 0+2 4+0 6+0 pot 0
  | out, 2 grabs, 1:out, all, duel 2 3 -> 4+2 0+2 4+0 6+0 pot 0
  | out, 1:out, all, 2 grabs, inward -> 4+2 0+0 4+0 4+1 pot 3
  | out, 2 grabs, 1:out, all, inward -> 4+2 0+0 4+0 4+1 pot 3
  | out, 1:out, all, 2 grabs, wrong -> 4+0 0+0 10+0 4+0 pot 0
  | out, 2 grabs, 1:out, all, wrong -> 4+0 0+0 10+0 4+0 pot 0
  | out, 1:out, all, fell -> 4+0 0+0 4+0 4+0 pot 6
  | out, 1:out, all, next -> 3+3 0+0 4+1 4+1 pot 2
  | out, 1:out, all, next A1g -> 3+3 0+0 4+1 4+1 pot 2
  hands 6 / 1 / 5 / 5 | out, A1g, out, B1g, B1p -> 4+2 0+1 4+1 4+1 pot 0
"""

EVERY = list(plays(TURNS, GRABS, TABLE_CHOICES, FLIPS))


@pytest.mark.rule(
    "us.turn", "us.outward", "us.outward-again", "us.coloured", "us.last-card", "us.called-end", "us.out",
    "us.last-outward", "us.last-coloured", "us.last-inward", "us.three", "us.two-hands", "us.two-end",
    "us.conserve", "us.duel", "us.duel-won", "us.after-duel", "us.many-duel", "us.look-alike",
    "us.wrong-grab", "us.totem-dropped", "us.totem-fell", "us.inward", "us.specials-no-duel",
    "us.inward-and-duel", "us.several-duels", "us.under-stack", "us.two-duel", "us.two-own-hands",
    "us.two-inward", "us.players",
)  # fmt: skip
@pytest.mark.parametrize("play", EVERY, ids=lambda play: play.name)
def test_a_play(play: Play) -> None:
    SCRIPT.check(play)


def test_the_rules_of_the_plays_are_the_marked_ones() -> None:
    assert marked(test_a_play) == {rule for play in EVERY for rule in play.rules}
