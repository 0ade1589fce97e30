### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } ahead of you · { $room }
status-title-waiting = You’re in line · { $room }
status-title-next = You’re next · { $room }
status-title-first-in-line = It’s your turn · { $room }
status-title-paused = Paused · { $room }
status-title-sold-out = Sold out · { $room }
status-title-redirecting = Letting you in · { $room }
status-title-starts = Starts in { $countdown } · { $room }
status-title-idle = Not open yet · { $room }
status-title-prequeue = Before the start · { $room }
status-title-drawing = Drawing the numbers · { $room }
status-title-ended = Closed · { $room }

## Heading and the sentence under it
status-headline-in-line = You’re in line
status-headline-next = You’re next
status-headline-almost = You’re almost there
status-headline-first-in-line = It’s your turn
status-headline-paused = The line is paused
status-headline-sold-out = Sold out at the moment
status-headline-idle = Not started yet
status-headline-prequeue = You’re in the draw
status-headline-drawing = Drawing the numbers
status-headline-ended = This waiting room is closed
status-lead-in-line = When it’s your turn, you’ll go in automatically. There’s no need to reload.
status-lead-next = No one is ahead of you. You’ll go in as soon as there’s room.
status-lead-almost = You’re among the next to go in. Please stay on this page.
status-lead-first-in-line = Please stay on this page – there’s nothing to click. You’ll go in as soon as there’s room.
status-lead-paused = No one is being let in right now. You haven’t lost your place, and the line will move again as soon as it can.
status-lead-sold-out = Nothing is left right now, so no one is being let in. You’ll keep your place in case more becomes available.
status-lead-idle = You don’t have a place in line yet. Keep this page open, and you’ll get one as soon as the waiting room opens.
status-lead-prequeue = Everyone here at the start has the same chance: numbers are drawn at random. Arriving early makes no difference.
status-lead-drawing = This takes a few seconds. Your number will appear by itself.
status-lead-ended = No one else will be let in. Thank you for your interest.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
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
status-announce-next = No one is ahead of you. Estimated wait: { $wait }.
status-announce-first-in-line = It’s your turn. You’ll go in as soon as there’s room.
status-announce-paused = The line is paused. You haven’t lost your place.
status-announce-redirecting = You’re going in now.
status-announce-starts = It starts in { $countdown }.
status-announce-idle = Not started yet. You don’t have a place in line yet.
status-announce-prequeue = You’re in the draw. The numbers are drawn after the start.
status-announce-drawing = Drawing the numbers. This takes a few seconds.
status-announce-ended = This waiting room is closed.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = not known at the moment
status-wait-not-yet = not known yet
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

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = About { $left } left.
status-stock-few = Only a few left.

## The time to the start, under “Time until the start”
status-countdown-now = a moment
status-countdown-under-a-minute = less than a minute

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = The wait is longer now because people are being let in more slowly.
status-reason-paused = The wait is longer now because the line was paused.
status-reason-more-came-back = The wait is longer now because more people came back than expected.
status-reason-store-away = The wait is longer now because of a technical problem on our side. We’re working on it.
status-reason-capped-by-sessions = The wait is longer now because the site is full. People go in as others leave.
status-reason-pool-shared = The wait is longer now because another line leads to the same site and is busy too.
status-reason-autotune-slowed = The wait is longer now because the site is slow at the moment, so fewer people are let in.
status-reason-priority = The wait is longer now because people with priority are let in first.
status-reason-restored = The wait is longer now because we had to restore the line after a technical problem.
