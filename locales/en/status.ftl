### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } ahead of you · { $room }
status-title-waiting = You are in line · { $room }
status-title-next = You are next · { $room }
status-title-first-in-line = It is your turn · { $room }
status-title-paused = Paused · { $room }
status-title-sold-out = Sold out · { $room }
status-title-redirecting = Letting you in · { $room }
status-title-starts = Until the start: { $countdown } · { $room }
status-title-idle = Not open yet · { $room }
status-title-prequeue = Before the start · { $room }
status-title-drawing = Numbers are being drawn · { $room }
status-title-ended = Closed · { $room }

## Heading and the sentence under it
status-headline-in-line = You are in line
status-headline-next = You are next
status-headline-almost = You are almost there
status-headline-first-in-line = It is your turn
status-headline-paused = The line is paused
status-headline-sold-out = Sold out at the moment
status-headline-idle = It has not started yet
status-headline-prequeue = You are in the pre-queue
status-headline-drawing = The numbers are being drawn
status-headline-ended = This waiting room is closed
status-lead-in-line = When it is your turn, we let you in automatically.
status-lead-next = Nobody is ahead of you any more. We let you in as soon as there is room.
status-lead-almost = You are among the next to be let in. Please stay on this page.
status-lead-first-in-line = Please stay on this page. We let you in as soon as there is room.
status-lead-paused = Nobody is being let in at the moment. You keep your place, and the line moves on as soon as it can.
status-lead-sold-out = Nothing is left just now, so nobody is being let in. You keep your place in case more becomes available.
status-lead-idle = You do not have a place yet. Keep this page open: it gets you one as soon as the waiting room opens.
status-lead-prequeue = Everybody who is here at the start has the same chance: the numbers are drawn. It makes no difference who came first.
status-lead-drawing = This takes a few seconds. Your number appears by itself as soon as the draw is done.
status-lead-ended = Nobody is let in any more. Thank you for your interest.

## What a screen reader says. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } person is ahead of you.
       *[other] { $ahead } people are ahead of you.
    } Estimated wait: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } person is ahead of you.
       *[other] { $ahead } people are ahead of you.
    }
status-announce-wait = Estimated wait: { $wait }.
status-announce-next = Nobody is ahead of you any more. Estimated wait: { $wait }.
status-announce-first-in-line = It is your turn. We let you in as soon as there is room.
status-announce-paused = The line is paused. You keep your place.
status-announce-redirecting = We are letting you in now.
status-announce-starts = Time until the start: { $countdown }.
status-announce-idle = It has not started yet. You do not have a place yet.
status-announce-prequeue = You are in the pre-queue. The numbers are drawn after the start.
status-announce-drawing = The numbers are being drawn. This takes a few seconds.
status-announce-ended = This waiting room is closed.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = not known at the moment
status-wait-under-a-minute = less than a minute
status-wait-over-a-day = more than a day
status-wait-about = about { $duration }
status-wait-up-to = up to { $duration }
status-wait-between = { $low } to { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minute
       *[other] { $low }–{ $high } minutes
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } hour
       *[other] { $low }–{ $high } hours
    }

## What is left to sell. The sentence stands before status-announce-ahead. $left is a rounded number of 10 or more.
status-stock-left = About { $left } left.
status-stock-few = Only a few left.

## The time to the start, under “Time until the start”
status-countdown-now = a moment
status-countdown-under-a-minute = less than a minute

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = The wait is longer now because people are being let in more slowly.
status-reason-paused = The wait is longer now because the line was paused.
status-reason-more-came-back = The wait is longer now because more people came back than expected.
status-reason-store-away = The wait is longer now because we have a technical problem. We are working on it.
status-reason-capped-by-sessions = The wait is longer now because the site is full. People come in as others leave.
status-reason-pool-shared = The wait is longer now because another line leads to the same site and is busy, too.
status-reason-autotune-slowed = The wait is longer now because the site is slow at the moment, so fewer people are let in.
status-reason-priority = The wait is longer now because people with priority are let in first.
