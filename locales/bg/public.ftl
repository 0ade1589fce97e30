### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Каква е тази страница?
about-lead = Това е виртуална чакалня. Когато повече хора искат да посетят един сайт, отколкото той може добре да обслужи, те изчакват тук в справедлив ред и влизат един по един.
about-how-heading = Как работи
about-how-order = Който дойде пръв, влиза пръв. Когато чакалнята отваря в определен час, всички, които са там преди това, получават номер чрез жребий, който всеки може да провери.
about-how-place = Мястото Ви се пази, докато чакате, дори ако презаредите страницата, загубите връзката или рестартирате браузъра.
about-how-turn = Когато дойде Вашият ред, влизате автоматично. Не е нужно да натискате нищо, а презареждането не ускорява влизането.
about-privacy-heading = Какво се пази за Вас
about-privacy = Една бисквитка, която съдържа мястото Ви в опашката – най-много 7 дни. Няма проследяване и нищо не се зарежда отдругаде.
about-accessibility-heading = За всички
about-accessibility = Тези страници са направени така, че да работят с всеки браузър, с клавиатура, с екранен четец, увеличени и без скриптове.
about-what-to-do-heading = Какво да направите
about-what-to-do = Нищо. Отворете сайта, който искате да посетите; когато е натоварен, той сам Ви води в своята чакалня.
about-source = Тази чакалня работи с Anteroom – софтуер с отворен код.
about-status-link = Състояние на тази услуга

## How it stands
health-title = Състояние
health-lead-good = Всичко работи.
health-lead-starting = Услугата се стартира.
health-lead-degraded = В момента не могат да се дават нови места в опашката. Всички, които имат място, го запазват.
health-lead-stopping = Услугата се рестартира. Всички, които имат място, го запазват.
health-rooms-heading = Чакални
health-room-waiting-label = Хора в опашката
health-room-outflow-label = Влезли през последната минута
health-room-wait-label = Очаквано чакане за новодошлите
health-room-enter = Към чакалнята
health-phase-idle = Още не е отворена
health-phase-prequeue = Предварителна опашка
health-phase-queue = Отворена
health-phase-paused = На пауза
health-phase-disabled = Свободен вход
health-phase-postqueue = Затворена
health-updated = Към { $time }
