### Widgets on other people's pages.

## The button
widget-button-idle = Încă nu s-a deschis
widget-button-prequeue = Intrați în coada preliminară
widget-button-queue = Așezați-vă la coadă
widget-button-postqueue = Închis

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Timp până la început:
widget-countdown-less-than-a-minute = mai puțin de un minut
widget-countdown-started = A început
widget-countdown-ended = S-a încheiat

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } persoană este la coadă
        [few] { $people } persoane sunt la coadă
       *[other] { $people } de persoane sunt la coadă
    }
widget-status-nobody = Nu este nimeni la coadă
widget-status-wait = Timp de așteptare estimat: { $wait }
widget-status-paused = Coada este în pauză
