### Widgets on other people's pages.

## The button
widget-button-idle = Ei vielä avoinna
widget-button-prequeue = Liity ennakkojonoon
widget-button-queue = Liity jonoon
widget-button-postqueue = Suljettu

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Aikaa alkuun:
widget-countdown-less-than-a-minute = alle minuutti
widget-countdown-started = Alkanut
widget-countdown-ended = Päättynyt

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } henkilö jonossa
       *[other] { $people } henkilöä jonossa
    }
widget-status-nobody = Jonossa ei ole ketään
widget-status-wait = Arvioitu odotusaika: { $wait }
widget-status-paused = Jono on tauolla
