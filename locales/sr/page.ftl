### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Људи испред вас
page-wait-label = Процењено чекање
page-number-label = Ваш број у реду
page-progress-label = Ваш напредак у реду
page-updated-label = Последње освежавање
page-message-label = Обавештење
page-keep-open = Оставите ову страницу отворену. Она се сама освежава, а своје место задржавате чак и ако је поново учитате или се вратите мало касније.
page-leave = Напусти ред
page-queue-id-label = ИД у реду
page-offline = Интернет веза је прекинута. Задржавате своје место, а ми и даље покушавамо.
page-online-again = Интернет веза је поново успостављена.
page-redirecting-headline = Пуштамо вас унутра
page-redirecting-lead = Хвала што сте сачекали. Стижете за тренутак.
page-redirecting-link = Иди тамо одмах
page-skip = Пређи на своје место у реду
page-powered-by = Покреће Anteroom
page-about-link = Каква је ово страница?
page-status-link = Стање ове чекаонице

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Време до почетка
page-prequeue-countdown-label = Време до отварања припремног реда
# Label over a date with a time of day.
page-starts-at-label = Почетак
page-keep-open-before = Оставите ову страницу отворену. Она се сама освежава, а у жребу остајете чак и ако је поново учитате или се вратите пре почетка.
page-keep-open-idle = Ова страница се сама освежава. Не морате поново да је учитавате.

## Be told when it is your turn
page-notify-heading = Јави ми када дођем на ред
page-notify-sound = Звучни сигнал
page-notify-vibration = Вибрација
page-notify-notification = Прикажи обавештење
page-notify-denied = Ваш прегледач не дозвољава обавештења за ову страницу. То можете да промените у његовим подешавањима.

## Language and device
page-language-label = Језик
page-language-apply = Промени језик
page-move-link = Настави на другом уређају

## The draw
page-draw-heading = Шта се дешава на почетку
page-draw-closing = Убрзо после почетка припремни ред се затвара. Ко дође касније, стаје у ред иза свих који су били овде.
page-draw-chance = Затим се за свакога у припремном реду извлачи број. Сви имају једнаке шансе, било да су дошли рано или касно.
page-draw-number = Ваш број се приказује на овој страници, а људе пуштамо унутра од најмањег броја ка већима.
page-draw-with-beacon = У жреб улази јавни насумични број који нико не може унапред да зна, па нико не може да изабере исход.
page-draw-check = Жреб после може да провери свако.
page-draw-receipt = Жреб после може да провери свако. Ваша потврда доказује да у њему учествујете; сачувајте је до тада.
page-draw-receipt-link = Преузмите своју потврду
page-draw-check-link = Како се проверава жреб
page-drawn-link = Ваш број је извучен – проверите жреб

## After the end
page-skip-content = Пређи на садржај
page-ended-help = Да бисте видели шта је сада у понуди, отворите сам сајт.
page-back-to-site = Назад на сајт
