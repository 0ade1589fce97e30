### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Испред вас: { $ahead } · { $room }
status-title-waiting = Чекате у реду · { $room }
status-title-next = Ви сте следећи · { $room }
status-title-first-in-line = Ви сте на реду · { $room }
status-title-paused = Паузирано · { $room }
status-title-sold-out = Распродато · { $room }
status-title-redirecting = Улазите · { $room }
status-title-starts = До почетка: { $countdown } · { $room }
status-title-idle = Још није отворено · { $room }
status-title-prequeue = Пре почетка · { $room }
status-title-drawing = Извлаче се бројеви · { $room }
status-title-ended = Затворено · { $room }

## Heading and the sentence under it
status-headline-in-line = Чекате у реду
status-headline-next = Ви сте следећи
status-headline-almost = Ускоро сте на реду
status-headline-first-in-line = Ви сте на реду
status-headline-paused = Ред је паузиран
status-headline-sold-out = Тренутно распродато
status-headline-idle = Још није почело
status-headline-prequeue = У припремном сте реду
status-headline-drawing = Извлаче се бројеви
status-headline-ended = Ова чекаоница је затворена
status-lead-in-line = Када дођете на ред, аутоматски ћемо вас пустити унутра.
status-lead-next = Испред вас више нема никога. Пустићемо вас унутра чим буде места.
status-lead-almost = Међу следећима сте које ћемо пустити унутра. Останите на овој страници.
status-lead-first-in-line = Останите на овој страници. Пустићемо вас унутра чим буде места.
status-lead-paused = Тренутно никога не пуштамо унутра. Задржавате своје место, а ред ће кренути даље чим то буде могуће.
status-lead-sold-out = Тренутно ништа није преостало, па никога не пуштамо унутра. Задржавате своје место у реду за случај да још нешто постане доступно.
status-lead-idle = Још немате место у реду. Оставите ову страницу отворену: она ће вам га обезбедити чим се чекаоница отвори.
status-lead-prequeue = Сви који су овде на почетку имају једнаке шансе: бројеви се извлаче жребом. Није важно ко је дошао први.
status-lead-drawing = То траје неколико секунди. Ваш број ће се сам приказати чим се жреб заврши.
status-lead-ended = Више никога не пуштамо унутра. Хвала на интересовању.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Испред вас је { $ahead } особа.
        [few] Испред вас су { $ahead } особе.
       *[other] Испред вас је { $ahead } особа.
    } Процењено чекање: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Испред вас је { $ahead } особа.
        [few] Испред вас су { $ahead } особе.
       *[other] Испред вас је { $ahead } особа.
    }
status-announce-wait = Процењено чекање: { $wait }.
status-announce-next = Испред вас више нема никога. Процењено чекање: { $wait }.
status-announce-first-in-line = Ви сте на реду. Пустићемо вас унутра чим буде места.
status-announce-paused = Ред је паузиран. Задржавате своје место.
status-announce-redirecting = Управо вас пуштамо унутра.
status-announce-starts = Време до почетка: { $countdown }.
status-announce-idle = Још није почело. Још немате место у реду.
status-announce-prequeue = У припремном сте реду. Бројеви се извлаче после почетка.
status-announce-drawing = Извлаче се бројеви. То траје неколико секунди.
status-announce-ended = Ова чекаоница је затворена.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = тренутно непознато
status-wait-not-yet = још непознато
status-wait-under-a-minute = мање од једног минута
status-wait-over-a-day = више од једног дана
status-wait-about = отприлике { $duration }
status-wait-up-to = највише { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } минут
        [few] { $low }–{ $high } минута
       *[other] { $low }–{ $high } минута
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } сат
        [few] { $low }–{ $high } сата
       *[other] { $low }–{ $high } сати
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Преостало је око { $left }.
status-stock-few = Преостало је још само мало.

## The time to the start, under “Time until the start”
status-countdown-now = тренутак
status-countdown-under-a-minute = мање од једног минута

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Чекање је сада дуже јер људе спорије пуштамо унутра.
status-reason-paused = Чекање је сада дуже јер је ред био паузиран.
status-reason-more-came-back = Чекање је сада дуже јер се вратило више људи него што се очекивало.
status-reason-store-away = Чекање је сада дуже јер имамо технички проблем. Радимо на томе.
status-reason-capped-by-sessions = Чекање је сада дуже јер је сајт пун. Нови улазе како други одлазе.
status-reason-pool-shared = Чекање је сада дуже јер на исти сајт води још један ред у ком је такође гужва.
status-reason-autotune-slowed = Чекање је сада дуже јер је сајт тренутно спор, па улази мање људи.
status-reason-priority = Чекање је сада дуже јер прво улазе људи који имају предност.
status-reason-restored = Чекање је сада дуже јер смо после техничког проблема морали да обновимо ред.
