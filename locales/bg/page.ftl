### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Хора пред Вас
page-wait-label = Очаквано чакане
page-number-label = Вашият номер в опашката
page-progress-label = Вашият напредък в опашката
page-updated-label = Последно обновяване
page-message-label = Съобщение
page-keep-open = Моля, дръжте тази страница отворена. Тя се обновява сама и запазвате мястото си дори ако я презаредите или се върнете малко по-късно.
page-leave = Напускане на опашката
page-queue-id-label = Идентификатор в опашката
page-offline = Връзката е прекъсната. Запазвате мястото си, а ние продължаваме да опитваме.
page-online-again = Връзката е възстановена.
page-redirecting-headline = Влизате в сайта
page-redirecting-lead = Благодарим Ви, че изчакахте. Ще бъдете там след миг.
page-redirecting-link = Към сайта сега
page-skip = Към мястото Ви в опашката
page-powered-by = Работи с Anteroom
page-about-link = Каква е тази страница?
page-status-link = Състояние на тази чакалня

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Време до началото
page-prequeue-countdown-label = Време до отварянето на предварителната опашка
# Label over a date with a time of day.
page-starts-at-label = Начало
page-keep-open-before = Моля, дръжте тази страница отворена. Тя се обновява сама и оставате в жребия дори ако я презаредите или се върнете преди началото.
page-keep-open-idle = Тази страница се обновява сама. Не е нужно да я презареждате.

## Be told when it is your turn
page-notify-heading = Известяване, когато дойде моят ред
page-notify-sound = Звуков сигнал
page-notify-vibration = Вибрация
page-notify-notification = Показване на известие
page-notify-denied = Браузърът Ви не разрешава известия за тази страница. Можете да промените това в настройките му.

## Language and device
page-language-label = Език
page-language-apply = Смяна на езика
page-move-link = Продължаване на друго устройство

## The draw
page-draw-heading = Какво става в началото
page-draw-closing = Малко след началото предварителната опашка се затваря. Който дойде по-късно, се нарежда след всички, които вече са били тук.
page-draw-chance = След това за всеки в предварителната опашка се тегли номер. Всички имат еднакъв шанс, независимо дали са дошли рано, или късно.
page-draw-number = Номерът Ви се показва на тази страница, а влизането започва от най-малкия номер нагоре.
page-draw-with-beacon = В жребия се използва публично случайно число, което никой не може да знае предварително, така че никой не може да избере резултата.
page-draw-check = След това всеки може да провери жребия.
page-draw-receipt = След това всеки може да провери жребия. Разписката Ви доказва, че участвате в него; пазете я дотогава.
page-draw-receipt-link = Изтеглете разписката си
page-draw-check-link = Как се проверява жребият
page-drawn-link = Номерът Ви е изтеглен – проверете жребия

## After the end
page-skip-content = Към съдържанието
page-ended-help = За да видите какво се предлага сега, отидете на самия сайт.
page-back-to-site = Назад към сайта
