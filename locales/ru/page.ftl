### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Людей перед вами
page-wait-label = Расчётное время ожидания
page-number-label = Ваш номер в очереди
page-progress-label = Ваше продвижение в очереди
page-updated-label = Последнее обновление
page-message-label = Объявление
page-keep-open = Не закрывайте эту страницу. Она обновляется сама, и ваше место сохранится, даже если вы перезагрузите её или вернётесь чуть позже.
page-leave = Выйти из очереди
page-queue-id-label = Идентификатор в очереди
page-offline = Соединение прервано. Ваше место сохраняется, мы продолжаем попытки.
page-online-again = Соединение восстановлено.
page-redirecting-headline = Вы входите на сайт
page-redirecting-lead = Спасибо за ожидание. Ещё мгновение — и вы на месте.
page-redirecting-link = Перейти сейчас
page-skip = Перейти к своему месту в очереди
page-powered-by = Работает на Anteroom
page-about-link = Что это за страница?
page-status-link = Состояние этого зала ожидания

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = До начала осталось
page-prequeue-countdown-label = До открытия предварительной очереди осталось
# Label over a date with a time of day.
page-starts-at-label = Начало
page-keep-open-before = Не закрывайте эту страницу. Она обновляется сама, и вы останетесь в жеребьёвке, даже если перезагрузите её или вернётесь до начала.
page-keep-open-idle = Эта страница обновляется сама. Перезагружать её не нужно.

## Be told when it is your turn
page-notify-heading = Сообщить, когда подойдёт моя очередь
page-notify-sound = Звуковой сигнал
page-notify-vibration = Вибрация
page-notify-notification = Показать уведомление
page-notify-denied = Ваш браузер не разрешает уведомления для этой страницы. Это можно изменить в его настройках.

## Language and device
page-language-label = Язык
page-language-apply = Сменить язык
page-move-link = Продолжить на другом устройстве

## The draw
page-draw-heading = Что произойдёт после начала
page-draw-closing = Вскоре после начала предварительная очередь закроется. Те, кто придёт позже, встанут в очередь за всеми, кто уже был здесь.
page-draw-chance = Затем каждому в предварительной очереди по жребию достанется номер. Шансы у всех равные, рано они пришли или поздно.
page-draw-number = Ваш номер появится на этой странице. Людей впускают по порядку, начиная с наименьшего номера.
page-draw-with-beacon = В жеребьёвке используется публичное случайное число, которое никто не может знать заранее, поэтому никто не может выбрать её исход.
page-draw-check = После жеребьёвки её может проверить любой.
page-draw-receipt = После жеребьёвки её может проверить любой. Ваша квитанция доказывает, что вы в ней участвуете; сохраните её до этого времени.
page-draw-receipt-link = Скачать квитанцию
page-draw-check-link = Как проверить жеребьёвку
page-drawn-link = Ваш номер определён — проверить жеребьёвку

## After the end
page-skip-content = Перейти к содержанию
page-ended-help = Чтобы узнать, что доступно сейчас, перейдите на сам сайт.
page-back-to-site = Вернуться на сайт
