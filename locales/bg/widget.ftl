### Widgets on other people's pages.

## The button
widget-button-idle = Още не е отворено
widget-button-prequeue = Включете се в предварителната опашка
widget-button-queue = Наредете се на опашката
widget-button-postqueue = Затворено

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Време до началото:
widget-countdown-less-than-a-minute = по-малко от минута
widget-countdown-started = Започна
widget-countdown-ended = Приключи

## The status
widget-status-waiting =
    { $people ->
        [one] На опашката има { $people } човек
       *[other] На опашката има { $people } души
    }
widget-status-nobody = На опашката няма никого
widget-status-wait = Очаквано чакане: { $wait }
widget-status-paused = Опашката е на пауза
