### Widgets on other people's pages.

## The button
widget-button-idle = Ще не відкрито
widget-button-prequeue = Стати в попередню чергу
widget-button-queue = Стати в чергу
widget-button-postqueue = Закрито

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = До початку залишилося:
widget-countdown-less-than-a-minute = менше хвилини
widget-countdown-started = Уже почалося
widget-countdown-ended = Уже закінчилося

## The status
widget-status-waiting =
    { $people ->
        [one] У черзі { $people } людина
        [few] У черзі { $people } людини
        [many] У черзі { $people } людей
       *[other] У черзі { $people } людини
    }
widget-status-nobody = У черзі нікого немає
widget-status-wait = Орієнтовний час очікування: { $wait }
widget-status-paused = Чергу призупинено
