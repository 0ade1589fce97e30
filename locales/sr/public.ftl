### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Каква је ово страница?
about-lead = Ово је виртуелна чекаоница. Када сајт жели да посети више људи него што може добро да услужи, они овде чекају по праведном редоследу и улазе један по један.
about-how-heading = Како то функционише
about-how-order = Ко први дође, први улази. Ако се чекаоница отвара у одређено време, сви који су тамо пре тога добијају број жребом који може да провери свако.
about-how-place = Ваше место се чува док чекате, чак и ако поново учитате страницу, изгубите интернет везу или поново покренете прегледач.
about-how-turn = Када дођете на ред, улазите аутоматски. Не морате ништа да кликнете, а поновно учитавање ништа не убрзава.
about-privacy-heading = Шта се чува о вама
about-privacy = Један колачић у ком је ваше место у реду, најдуже 7 дана. Нема праћења и ништа се не учитава са других места.
about-accessibility-heading = За све
about-accessibility = Ове странице су замишљене тако да раде у сваком прегледачу, помоћу тастатуре, са читачем екрана, увећане и без скрипти.
about-what-to-do-heading = Шта треба да урадите
about-what-to-do = Ништа. Отворите сајт који желите да посетите; када је на њему гужва, он вас сам доводи у своју чекаоницу.
about-source = Ова чекаоница ради на софтверу отвореног кода Anteroom.
about-status-link = Стање ове услуге

## How it stands
health-title = Стање
health-lead-good = Све ради.
health-lead-starting = Услуга се покреће.
health-lead-degraded = Тренутно не могу да се додељују нова места у реду. Сви који имају место задржавају га.
health-lead-stopping = Услуга се поново покреће. Сви који имају место задржавају га.
health-rooms-heading = Чекаонице
health-room-waiting-label = Људи у реду
health-room-outflow-label = Ушли у последњем минуту
health-room-wait-label = Процењено чекање за нове
health-room-enter = Иди у чекаоницу
health-phase-idle = Још није отворена
health-phase-prequeue = Припремни ред
health-phase-queue = Отворена
health-phase-paused = Паузирана
health-phase-disabled = Слободан улаз
health-phase-postqueue = Затворена
health-updated = Стање: { $time }
