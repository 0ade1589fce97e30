### Widgets on other people's pages.

## The button
widget-button-idle = Ešte neotvorené
widget-button-prequeue = Zaradiť sa do predbežného radu
widget-button-queue = Zaradiť sa do radu
widget-button-postqueue = Zatvorené

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Čas do začiatku:
widget-countdown-less-than-a-minute = menej ako minúta
widget-countdown-started = Už sa začalo
widget-countdown-ended = Už sa skončilo

## The status
widget-status-waiting =
    { $people ->
        [one] V rade je { $people } človek
        [few] V rade sú { $people } ľudia
        [many] V rade je { $people } človeka
       *[other] V rade je { $people } ľudí
    }
widget-status-nobody = V rade nikto nie je
widget-status-wait = Odhadované čakanie: { $wait }
widget-status-paused = Rad je pozastavený
