### Widgets on other people's pages.

## The button
widget-button-idle = Not open yet
widget-button-prequeue = Join the pre-queue
widget-button-queue = Join the line
widget-button-postqueue = Closed

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5 minutes”.
widget-countdown-starting-in = Time until the start:
widget-countdown-less-than-a-minute = less than a minute
widget-countdown-started = It has started
widget-countdown-ended = It is over

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } person is in line
       *[other] { $people } people are in line
    }
widget-status-nobody = Nobody is in line
widget-status-wait = Expected wait: { $wait }
widget-status-paused = The line is paused
