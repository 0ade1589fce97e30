### Widgets on other people's pages.

## The button
widget-button-idle = Ekki opið enn
widget-button-prequeue = Fara í forröðina
widget-button-queue = Fara í röðina
widget-button-postqueue = Lokað

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tími fram að byrjun:
widget-countdown-less-than-a-minute = minna en mínúta
widget-countdown-started = Þetta er byrjað
widget-countdown-ended = Þessu er lokið

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } manneskja er í röðinni
       *[other] { $people } manneskjur eru í röðinni
    }
widget-status-nobody = Enginn er í röðinni
widget-status-wait = Áætlaður biðtími: { $wait }
widget-status-paused = Röðin er stopp í bili
