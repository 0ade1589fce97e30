### Widgets on other people's pages.

## The button
widget-button-idle = Ещё не открыто
widget-button-prequeue = Встать в предварительную очередь
widget-button-queue = Встать в очередь
widget-button-postqueue = Закрыто

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = До начала осталось:
widget-countdown-less-than-a-minute = меньше минуты
widget-countdown-started = Уже началось
widget-countdown-ended = Уже закончилось

## The status
widget-status-waiting =
    { $people ->
        [one] В очереди { $people } человек
        [few] В очереди { $people } человека
        [many] В очереди { $people } человек
       *[other] В очереди { $people } человека
    }
widget-status-nobody = В очереди никого нет
widget-status-wait = Расчётное время ожидания: { $wait }
widget-status-paused = Очередь приостановлена
