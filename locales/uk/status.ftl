### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Перед вами: { $ahead } · { $room }
status-title-waiting = Ви в черзі · { $room }
status-title-next = Ваша черга — наступна · { $room }
status-title-first-in-line = Настала ваша черга · { $room }
status-title-paused = Пауза · { $room }
status-title-sold-out = Усе розпродано · { $room }
status-title-redirecting = Ви входите · { $room }
status-title-starts = До початку: { $countdown } · { $room }
status-title-idle = Ще не відкрито · { $room }
status-title-prequeue = До початку · { $room }
status-title-drawing = Триває жеребкування · { $room }
status-title-ended = Закрито · { $room }

## Heading and the sentence under it
status-headline-in-line = Ви в черзі
status-headline-next = Ваша черга — наступна
status-headline-almost = Ваша черга вже близько
status-headline-first-in-line = Настала ваша черга
status-headline-paused = Чергу призупинено
status-headline-sold-out = Зараз усе розпродано
status-headline-idle = Ще не почалося
status-headline-prequeue = Ви в попередній черзі
status-headline-drawing = Триває жеребкування номерів
status-headline-ended = Цю залу очікування закрито
status-lead-in-line = Коли настане ваша черга, ми впустимо вас автоматично.
status-lead-next = Перед вами більше нікого немає. Ми впустимо вас, щойно на сайті звільниться місце.
status-lead-almost = Ви серед наступних, кого ми впустимо. Залишайтеся на цій сторінці.
status-lead-first-in-line = Залишайтеся на цій сторінці. Ми впустимо вас, щойно на сайті звільниться місце.
status-lead-paused = Зараз нікого не впускають. Ваше місце зберігається, і черга рушить далі, щойно це стане можливо.
status-lead-sold-out = Зараз нічого не залишилося, тому нікого не впускають. Ваше місце зберігається на випадок, якщо з’явиться ще.
status-lead-idle = У вас ще немає місця в черзі. Не закривайте цю сторінку: ви отримаєте місце, щойно відкриється зала очікування.
status-lead-prequeue = Усі, хто буде тут на початку, мають рівні шанси: номери визначить жереб. Хто прийшов раніше, не має значення.
status-lead-drawing = Це триватиме кілька секунд. Ваш номер з’явиться сам, щойно жеребкування завершиться.
status-lead-ended = Більше нікого не впускають. Дякуємо за інтерес.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Перед вами { $ahead } людина.
        [few] Перед вами { $ahead } людини.
        [many] Перед вами { $ahead } людей.
       *[other] Перед вами { $ahead } людини.
    } Орієнтовний час очікування: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Перед вами { $ahead } людина.
        [few] Перед вами { $ahead } людини.
        [many] Перед вами { $ahead } людей.
       *[other] Перед вами { $ahead } людини.
    }
status-announce-wait = Орієнтовний час очікування: { $wait }.
status-announce-next = Перед вами більше нікого немає. Орієнтовний час очікування: { $wait }.
status-announce-first-in-line = Настала ваша черга. Ми впустимо вас, щойно на сайті звільниться місце.
status-announce-paused = Чергу призупинено. Ваше місце зберігається.
status-announce-redirecting = Ви входите на сайт.
status-announce-starts = До початку залишилося: { $countdown }.
status-announce-idle = Ще не почалося. У вас ще немає місця в черзі.
status-announce-prequeue = Ви в попередній черзі. Жеребкування номерів відбудеться після початку.
status-announce-drawing = Триває жеребкування номерів. Це займе кілька секунд.
status-announce-ended = Цю залу очікування закрито.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = поки що невідомо
status-wait-not-yet = ще невідомо
status-wait-under-a-minute = менше хвилини
status-wait-over-a-day = понад добу
status-wait-about = приблизно { $duration }
status-wait-up-to = не більше ніж { $duration }
status-wait-between = { $low } — { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } хвилина
        [few] { $low }–{ $high } хвилини
        [many] { $low }–{ $high } хвилин
       *[other] { $low }–{ $high } хвилини
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } година
        [few] { $low }–{ $high } години
        [many] { $low }–{ $high } годин
       *[other] { $low }–{ $high } години
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Залишилося приблизно { $left }.
status-stock-few = Залишилося зовсім небагато.

## The time to the start, under “Time until the start”
status-countdown-now = одна мить
status-countdown-under-a-minute = менше хвилини

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Чекати тепер довше: людей впускають повільніше.
status-reason-paused = Чекати тепер довше: чергу було призупинено.
status-reason-more-came-back = Чекати тепер довше: повернулося більше людей, ніж очікувалося.
status-reason-store-away = Чекати тепер довше: у нас технічна несправність. Ми її усуваємо.
status-reason-capped-by-sessions = Чекати тепер довше: сайт заповнено. Нові відвідувачі входять, коли хтось виходить.
status-reason-pool-shared = Чекати тепер довше: на той самий сайт веде ще одна черга, і в ній теж багато людей.
status-reason-autotune-slowed = Чекати тепер довше: сайт зараз працює повільно, тому впускають менше людей.
status-reason-priority = Чекати тепер довше: спершу впускають тих, хто має пріоритет.
status-reason-restored = Чекати тепер довше: після технічної несправності нам довелося відновити чергу.
