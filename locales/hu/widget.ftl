### Widgets on other people's pages.

## The button
widget-button-idle = Még nem nyitott ki
widget-button-prequeue = Beállok az előzetes sorba
widget-button-queue = Beállok a sorba
widget-button-postqueue = Zárva

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = A kezdésig hátralévő idő:
widget-countdown-less-than-a-minute = kevesebb mint egy perc
widget-countdown-started = Elkezdődött
widget-countdown-ended = Véget ért

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } ember áll a sorban
       *[other] { $people } ember áll a sorban
    }
widget-status-nobody = Senki nincs a sorban
widget-status-wait = Becsült várakozás: { $wait }
widget-status-paused = A sor szünetel
