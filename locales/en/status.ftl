### The live part of the waiting page.

## Title of the tab
status-title-in-line = { $ahead } ahead of you · { $room }
status-title-next = You are next · { $room }
status-title-first-in-line = It is your turn · { $room }
status-title-paused = Paused · { $room }
status-title-redirecting = Letting you in · { $room }

## Heading and the sentence under it
status-headline-in-line = You are in line
status-headline-next = You are next
status-headline-first-in-line = It is your turn
status-headline-paused = The line is paused
status-lead-in-line = When it is your turn, we let you in automatically.
status-lead-next = Nobody is ahead of you any more. We let you in as soon as there is room.
status-lead-first-in-line = Please stay on this page. We let you in as soon as there is room.
status-lead-paused = Nobody is being let in at the moment. You keep your place, and the line moves on as soon as it can.

## What a screen reader says
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } person is ahead of you.
       *[other] { $ahead } people are ahead of you.
    } Estimated wait: { $wait }.
status-announce-next = Nobody is ahead of you any more. Estimated wait: { $wait }.
status-announce-first-in-line = It is your turn. We let you in as soon as there is room.
status-announce-paused = The line is paused. You keep your place.
status-announce-redirecting = We are letting you in now.

## The estimate
status-wait-unknown = not known at the moment
status-wait-under-a-minute = less than a minute
status-wait-over-a-day = more than a day
status-wait-about = about { $duration }
status-wait-up-to = up to { $duration }
status-wait-between = { $low } to { $high }
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
status-wait-because = { $wait } – { $reason }
status-duration-minutes =
    { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }
status-duration-hours =
    { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }
status-duration-both = { $hours } { $minutes }

## Why the estimate rose
status-reason-operator-slowed = people are being let in more slowly now
status-reason-paused = the line was paused
status-reason-more-came-back = more people came back than expected
status-reason-store-away = we have a technical problem and are working on it
