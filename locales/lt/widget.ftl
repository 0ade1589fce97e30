### Widgets on other people's pages.

## The button
widget-button-idle = Dar neatidaryta
widget-button-prequeue = Stoti į išankstinę eilę
widget-button-queue = Stoti į eilę
widget-button-postqueue = Uždaryta

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Laikas iki pradžios:
widget-countdown-less-than-a-minute = mažiau nei minutė
widget-countdown-started = Prasidėjo
widget-countdown-ended = Baigėsi

## The status
widget-status-waiting =
    { $people ->
        [one] Eilėje yra { $people } žmogus
        [few] Eilėje yra { $people } žmonės
        [many] Eilėje yra { $people } žmogaus
       *[other] Eilėje yra { $people } žmonių
    }
widget-status-nobody = Eilėje nieko nėra
widget-status-wait = Numatomas laukimo laikas: { $wait }
widget-status-paused = Eilė pristabdyta
