### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Пред Вас: { $ahead } · { $room }
status-title-waiting = Вие сте на опашката · { $room }
status-title-next = Следващият сте Вие · { $room }
status-title-first-in-line = Ваш ред е · { $room }
status-title-paused = На пауза · { $room }
status-title-sold-out = Изчерпано · { $room }
status-title-redirecting = Влизате · { $room }
status-title-starts = До началото: { $countdown } · { $room }
status-title-idle = Още не е отворено · { $room }
status-title-prequeue = Преди началото · { $room }
status-title-drawing = Теглят се номерата · { $room }
status-title-ended = Затворено · { $room }

## Heading and the sentence under it
status-headline-in-line = Вие сте на опашката
status-headline-next = Следващият сте Вие
status-headline-almost = Почти сте наред
status-headline-first-in-line = Ваш ред е
status-headline-paused = Опашката е на пауза
status-headline-sold-out = Изчерпано в момента
status-headline-idle = Още не е започнало
status-headline-prequeue = Вие сте в предварителната опашка
status-headline-drawing = Теглят се номерата
status-headline-ended = Тази чакалня е затворена
status-lead-in-line = Когато дойде Вашият ред, ще Ви пуснем автоматично.
status-lead-next = Пред Вас вече няма никого. Ще Ви пуснем веднага щом се освободи място в сайта.
status-lead-almost = Вие сте сред следващите, които ще пуснем. Моля, останете на тази страница.
status-lead-first-in-line = Моля, останете на тази страница. Ще Ви пуснем веднага щом се освободи място в сайта.
status-lead-paused = В момента не се пуска никой. Запазвате мястото си и опашката ще продължи, щом стане възможно.
status-lead-sold-out = В момента не е останало нищо, затова не се пуска никой. Запазвате мястото си в опашката, в случай че се появят нови количества.
status-lead-idle = Още нямате място в опашката. Дръжте тази страница отворена: тя ще Ви осигури място веднага щом чакалнята отвори.
status-lead-prequeue = Всички, които са тук в началото, имат еднакъв шанс: номерата се теглят чрез жребий. Няма значение кой е дошъл пръв.
status-lead-drawing = Това отнема няколко секунди. Номерът Ви ще се покаже сам веднага щом жребият приключи.
status-lead-ended = Вече не се пуска никой. Благодарим Ви за интереса.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Пред Вас има { $ahead } човек.
       *[other] Пред Вас има { $ahead } души.
    } Очаквано чакане: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Пред Вас има { $ahead } човек.
       *[other] Пред Вас има { $ahead } души.
    }
status-announce-wait = Очаквано чакане: { $wait }.
status-announce-next = Пред Вас вече няма никого. Очаквано чакане: { $wait }.
status-announce-first-in-line = Ваш ред е. Ще Ви пуснем веднага щом се освободи място в сайта.
status-announce-paused = Опашката е на пауза. Запазвате мястото си.
status-announce-redirecting = Влизате в сайта сега.
status-announce-starts = Време до началото: { $countdown }.
status-announce-idle = Още не е започнало. Още нямате място в опашката.
status-announce-prequeue = Вие сте в предварителната опашка. Номерата се теглят след началото.
status-announce-drawing = Теглят се номерата. Това отнема няколко секунди.
status-announce-ended = Тази чакалня е затворена.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = засега неизвестно
status-wait-not-yet = още неизвестно
status-wait-under-a-minute = по-малко от минута
status-wait-over-a-day = повече от ден
status-wait-about = около { $duration }
status-wait-up-to = до { $duration }
status-wait-between = от { $low } до { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low } – { $high } минута
       *[other] { $low } – { $high } минути
    }
status-wait-range-hours =
    { $high ->
        [one] { $low } – { $high } час
       *[other] { $low } – { $high } часа
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Остават около { $left }.
status-stock-few = Остават съвсем малко.

## The time to the start, under “Time until the start”
status-countdown-now = един миг
status-countdown-under-a-minute = по-малко от минута

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Чакането сега е по-дълго, защото хората се пускат по-бавно.
status-reason-paused = Чакането сега е по-дълго, защото опашката беше на пауза.
status-reason-more-came-back = Чакането сега е по-дълго, защото се върнаха повече хора от очакваното.
status-reason-store-away = Чакането сега е по-дълго, защото имаме технически проблем. Работим по отстраняването му.
status-reason-capped-by-sessions = Чакането сега е по-дълго, защото сайтът е пълен. Нови хора влизат, когато други излизат.
status-reason-pool-shared = Чакането сега е по-дълго, защото към същия сайт води още една опашка и в нея също има много хора.
status-reason-autotune-slowed = Чакането сега е по-дълго, защото сайтът в момента работи бавно и се пускат по-малко хора.
status-reason-priority = Чакането сега е по-дълго, защото хората с предимство се пускат първи.
status-reason-restored = Чакането сега е по-дълго, защото трябваше да възстановим опашката след технически проблем.
