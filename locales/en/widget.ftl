### Widgets on other people's pages.

## The button
widget-button-idle = Not open yet
widget-button-prequeue = Join the draw
widget-button-queue = Join the line
widget-button-postqueue = Closed

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Time until the start:
widget-countdown-less-than-a-minute = less than a minute
widget-countdown-started = It has started
widget-countdown-ended = It’s over

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } person is in line
       *[other] { $people } people are in line
    }
widget-status-nobody = No one is in line
widget-status-wait = Estimated wait: { $wait }
widget-status-paused = The line is paused
