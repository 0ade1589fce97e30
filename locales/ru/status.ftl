### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Перед вами: { $ahead } · { $room }
status-title-waiting = Вы в очереди · { $room }
status-title-next = Ваша очередь — следующая · { $room }
status-title-first-in-line = Ваша очередь подошла · { $room }
status-title-paused = Пауза · { $room }
status-title-sold-out = Всё распродано · { $room }
status-title-redirecting = Вы входите · { $room }
status-title-starts = До начала: { $countdown } · { $room }
status-title-idle = Ещё не открыто · { $room }
status-title-prequeue = До начала · { $room }
status-title-drawing = Идёт жеребьёвка · { $room }
status-title-ended = Закрыто · { $room }

## Heading and the sentence under it
status-headline-in-line = Вы в очереди
status-headline-next = Ваша очередь — следующая
status-headline-almost = Ваша очередь почти подошла
status-headline-first-in-line = Ваша очередь подошла
status-headline-paused = Очередь приостановлена
status-headline-sold-out = Сейчас всё распродано
status-headline-idle = Ещё не началось
status-headline-prequeue = Вы в предварительной очереди
status-headline-drawing = Идёт жеребьёвка номеров
status-headline-ended = Этот зал ожидания закрыт
status-lead-in-line = Когда подойдёт ваша очередь, мы впустим вас автоматически.
status-lead-next = Перед вами больше никого нет. Мы впустим вас, как только освободится место на сайте.
status-lead-almost = Вы среди следующих, кого мы впустим. Оставайтесь на этой странице.
status-lead-first-in-line = Оставайтесь на этой странице. Мы впустим вас, как только освободится место на сайте.
status-lead-paused = Сейчас никого не впускают. Ваше место сохраняется, и очередь пойдёт дальше, как только это станет возможно.
status-lead-sold-out = Сейчас ничего не осталось, поэтому никого не впускают. Ваше место сохраняется на случай, если появится ещё.
status-lead-idle = У вас ещё нет места в очереди. Не закрывайте эту страницу: вы получите место, как только откроется зал ожидания.
status-lead-prequeue = У всех, кто будет здесь к началу, равные шансы: номера определит жребий. Кто пришёл раньше, не имеет значения.
status-lead-drawing = Это займёт несколько секунд. Ваш номер появится сам, как только жеребьёвка закончится.
status-lead-ended = Больше никого не впускают. Спасибо за интерес.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Перед вами { $ahead } человек.
        [few] Перед вами { $ahead } человека.
        [many] Перед вами { $ahead } человек.
       *[other] Перед вами { $ahead } человека.
    } Расчётное время ожидания: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Перед вами { $ahead } человек.
        [few] Перед вами { $ahead } человека.
        [many] Перед вами { $ahead } человек.
       *[other] Перед вами { $ahead } человека.
    }
status-announce-wait = Расчётное время ожидания: { $wait }.
status-announce-next = Перед вами больше никого нет. Расчётное время ожидания: { $wait }.
status-announce-first-in-line = Ваша очередь подошла. Мы впустим вас, как только освободится место на сайте.
status-announce-paused = Очередь приостановлена. Ваше место сохраняется.
status-announce-redirecting = Вы входите на сайт.
status-announce-starts = До начала осталось: { $countdown }.
status-announce-idle = Ещё не началось. У вас ещё нет места в очереди.
status-announce-prequeue = Вы в предварительной очереди. Жеребьёвка номеров пройдёт после начала.
status-announce-drawing = Идёт жеребьёвка номеров. Это займёт несколько секунд.
status-announce-ended = Этот зал ожидания закрыт.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = пока неизвестно
status-wait-not-yet = ещё неизвестно
status-wait-under-a-minute = меньше минуты
status-wait-over-a-day = больше суток
status-wait-about = примерно { $duration }
status-wait-up-to = не больше чем { $duration }
status-wait-between = { $low } — { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } минута
        [few] { $low }–{ $high } минуты
        [many] { $low }–{ $high } минут
       *[other] { $low }–{ $high } минуты
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } час
        [few] { $low }–{ $high } часа
        [many] { $low }–{ $high } часов
       *[other] { $low }–{ $high } часа
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Осталось примерно { $left }.
status-stock-few = Осталось совсем немного.

## The time to the start, under “Time until the start”
status-countdown-now = одно мгновение
status-countdown-under-a-minute = меньше минуты

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Ждать теперь дольше: людей впускают медленнее.
status-reason-paused = Ждать теперь дольше: очередь была приостановлена.
status-reason-more-came-back = Ждать теперь дольше: вернулось больше людей, чем ожидалось.
status-reason-store-away = Ждать теперь дольше: у нас техническая неполадка. Мы её устраняем.
status-reason-capped-by-sessions = Ждать теперь дольше: сайт заполнен. Новые посетители входят, когда кто-то уходит.
status-reason-pool-shared = Ждать теперь дольше: на тот же сайт ведёт ещё одна очередь, и в ней тоже много людей.
status-reason-autotune-slowed = Ждать теперь дольше: сайт сейчас работает медленно, поэтому впускают меньше людей.
status-reason-priority = Ждать теперь дольше: сначала впускают тех, у кого есть приоритет.
status-reason-restored = Ждать теперь дольше: после технической неполадки нам пришлось восстановить очередь.
