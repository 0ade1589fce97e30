### Widgets on other people's pages.

## The button
widget-button-idle = Још није отворено
widget-button-prequeue = Уђи у припремни ред
widget-button-queue = Стани у ред
widget-button-postqueue = Затворено

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Време до почетка:
widget-countdown-less-than-a-minute = мање од једног минута
widget-countdown-started = Почело је
widget-countdown-ended = Завршено је

## The status
widget-status-waiting =
    { $people ->
        [one] У реду чека { $people } особа
        [few] У реду чекају { $people } особе
       *[other] У реду чека { $people } особа
    }
widget-status-nobody = У реду нема никога
widget-status-wait = Процењено чекање: { $wait }
widget-status-paused = Ред је паузиран
