### Widgets on other people's pages.

## The button
widget-button-idle = Ještě není otevřeno
widget-button-prequeue = Vstoupit do předběžné fronty
widget-button-queue = Zařadit se do fronty
widget-button-postqueue = Uzavřeno

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Čas do začátku:
widget-countdown-less-than-a-minute = méně než minuta
widget-countdown-started = Už to začalo
widget-countdown-ended = Už je konec

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } člověk ve frontě
        [few] { $people } lidé ve frontě
        [many] { $people } člověka ve frontě
       *[other] { $people } lidí ve frontě
    }
widget-status-nobody = Ve frontě nikdo není
widget-status-wait = Odhadovaná doba čekání: { $wait }
widget-status-paused = Fronta je pozastavená
