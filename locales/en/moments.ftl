### Moments of the waiting page: leaving, the premiere, times.

## Leaving the line
# The question, between the heading “Leave the line” and two buttons. Not “for good”: the answer can
# still be undone for ten seconds.
page-leave-loses = You’ll lose your place. If you come back later, you start again like everyone who is new.
page-leave-stay = Keep my place
# Heading for ten seconds after the answer, over a time such as “00:09” and a button.
page-leave-pending = You’re leaving the line
# The sentence under that heading.
page-leave-can-undo = You can still undo this.
page-leave-undo = Undo

## The premiere: the start, the draw, the number
# Label over a time such as “00:14”.
page-draw-in-label = Time until the draw

## The wait as times of day
# $at, $from and $to are times such as “10:42”.
page-entry = Expected entry about { $at } ({ $from }–{ $to })
# The same where earliest and latest time are the same minute.
page-entry-about = Expected entry about { $at }

## Words of a page
# Opens what is looked up rarely: queue id, status, help.
page-details = Details
# Under the figures of a countdown, one word a figure.
page-unit-days = days
page-unit-hours = hours
page-unit-minutes = minutes
page-unit-seconds = seconds

## From the start to the number
# $number and $population are numbers.
status-headline-started = It has started
status-lead-started = In a moment the numbers are drawn. You’re in the draw, and there is nothing you need to do.
status-headline-drawn = You drew { $number } of { $population }
status-lead-drawn = This is your number in line. People are let in from the lowest number up.

## While one waits
# Heading over what the room offers to pass the time.
page-pastimes-heading = While you wait
# A link to content of another host, such as “player.example”, which opens on the page. $host is
# that host.
page-embed-show = Show this from { $host }, which will then see your IP address
# A game of cards that lie face down.
page-game-title = Find the pairs
page-game-how = Turn over two cards at a time and find the pairs. Take as long as you like.
page-game-play = Play
# The name of a card for screen readers: $number is its number. It stands before the picture on the
# card.
page-game-card = Card { $number }
# $count is a number from 0 to 6.
page-game-found = Pairs found: { $count }
page-game-again = New game

## Stepping aside for a few minutes when it is nearly one’s turn
# Heading and sentence while the visitor is aside, over the time that is left.
status-headline-aside = Your turn is on hold
status-lead-aside = Others go in first for now. When the time is over, this page carries on by itself and lets you in as soon as there’s room. If you close it, open it again to go in.
# Offers it, over the button. Others are let in meanwhile; nobody loses time by it.
hold-offer = Need a few minutes? Others go in first meanwhile, and you keep your place. You can do this once.
# $duration is a time such as “5 minutes”, in its basic form.
hold-button = Hold my turn for up to { $duration }
# Before a time such as “04:12”.
hold-left = Time left:
# A button: the visitor takes part again.
hold-back = I’m back
# Title of the tab, and of a notification.
hold-ending = Your time is nearly over
