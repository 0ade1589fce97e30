### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Людей перед вами
page-wait-label = Орієнтовний час очікування
page-number-label = Ваш номер у черзі
page-progress-label = Ваше просування в черзі
page-updated-label = Останнє оновлення
page-message-label = Оголошення
page-keep-open = Не закривайте цю сторінку. Вона оновлюється сама, і ваше місце збережеться, навіть якщо ви перезавантажите її або повернетеся трохи пізніше.
page-leave = Вийти з черги
page-queue-id-label = Ідентифікатор у черзі
page-offline = З’єднання перервано. Ваше місце зберігається, а ми й далі намагаємося з’єднатися.
page-online-again = З’єднання відновлено.
page-redirecting-headline = Ви входите на сайт
page-redirecting-lead = Дякуємо за очікування. Ще мить — і ви на місці.
page-redirecting-link = Перейти зараз
page-skip = Перейти до свого місця в черзі
page-powered-by = Працює на Anteroom
page-about-link = Що це за сторінка?
page-status-link = Стан цієї зали очікування

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = До початку залишилося
page-prequeue-countdown-label = До відкриття попередньої черги залишилося
# Label over a date with a time of day.
page-starts-at-label = Початок
page-keep-open-before = Не закривайте цю сторінку. Вона оновлюється сама, і ви залишитеся в жеребкуванні, навіть якщо перезавантажите її або повернетеся до початку.
page-keep-open-idle = Ця сторінка оновлюється сама. Перезавантажувати її не потрібно.

## Be told when it is your turn
page-notify-heading = Повідомити, коли настане моя черга
page-notify-sound = Звуковий сигнал
page-notify-vibration = Вібрація
page-notify-notification = Показати сповіщення
page-notify-denied = Ваш браузер не дозволяє сповіщень для цієї сторінки. Це можна змінити в його налаштуваннях.

## Language and device
page-language-label = Мова
page-language-apply = Змінити мову
page-move-link = Продовжити на іншому пристрої

## The draw
page-draw-heading = Що буде після початку
page-draw-closing = Невдовзі після початку попередня черга закриється. Ті, хто прийде пізніше, стануть у чергу за всіма, хто вже був тут.
page-draw-chance = Потім кожному в попередній черзі за жеребом дістанеться номер. Шанси в усіх рівні, рано вони прийшли чи пізно.
page-draw-number = Ваш номер з’явиться на цій сторінці. Людей впускають по черзі, починаючи з найменшого номера.
page-draw-with-beacon = У жеребкуванні використовується публічне випадкове число, якого ніхто не може знати заздалегідь, тож ніхто не може обрати його результат.
page-draw-check = Після жеребкування його може перевірити будь-хто.
page-draw-receipt = Після жеребкування його може перевірити будь-хто. Ваша квитанція доводить, що ви берете в ньому участь; збережіть її до того часу.
page-draw-receipt-link = Завантажити квитанцію
page-draw-check-link = Як перевірити жеребкування
page-drawn-link = Ваш номер визначено — перевірити жеребкування

## After the end
page-skip-content = Перейти до вмісту
page-ended-help = Щоб дізнатися, що доступно зараз, перейдіть на сам сайт.
page-back-to-site = Повернутися на сайт
