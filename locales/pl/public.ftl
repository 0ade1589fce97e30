### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Co to za strona?
about-lead = To jest wirtualna poczekalnia. Gdy witrynę chce odwiedzić więcej osób, niż może ona dobrze obsłużyć, czekają one tutaj w sprawiedliwej kolejności i są wpuszczane pojedynczo.
about-how-heading = Jak to działa
about-how-order = Kto pierwszy przyjdzie, ten pierwszy wchodzi. Gdy poczekalnia otwiera się o ustalonej porze, wszyscy, którzy są w niej wcześniej, otrzymują numer w losowaniu, które każdy może sprawdzić.
about-how-place = Twoje miejsce jest zachowane, gdy czekasz, nawet jeśli załadujesz stronę ponownie, stracisz połączenie albo uruchomisz przeglądarkę od nowa.
about-how-turn = Gdy przyjdzie twoja kolej, wejdziesz automatycznie. Nie trzeba nic klikać, a ponowne ładowanie strony niczego nie przyspieszy.
about-privacy-heading = Co o tobie przechowujemy
about-privacy = Jeden plik cookie, który przechowuje twoje miejsce w kolejce, najwyżej przez 7 dni. Nie ma śledzenia i nic nie jest wczytywane z innych miejsc.
about-accessibility-heading = Dla wszystkich
about-accessibility = Te strony mają działać w każdej przeglądarce, z klawiaturą, z czytnikiem ekranu, w powiększeniu i bez skryptów.
about-what-to-do-heading = Co trzeba zrobić
about-what-to-do = Nic. Otwórz witrynę, którą chcesz odwiedzić; gdy jest oblegana, sama zaprowadzi cię do swojej poczekalni.
about-source = Ta poczekalnia działa na oprogramowaniu Anteroom o otwartym kodzie źródłowym.
about-status-link = Stan tej usługi

## How it stands
health-title = Stan usługi
health-lead-good = Wszystko działa.
health-lead-starting = Usługa się uruchamia.
health-lead-degraded = W tej chwili nie można przydzielać nowych miejsc w kolejce. Każdy, kto ma miejsce, zachowuje je.
health-lead-stopping = Usługa jest uruchamiana ponownie. Każdy, kto ma miejsce, zachowuje je.
health-rooms-heading = Poczekalnie
health-room-waiting-label = Liczba osób w kolejce
health-room-outflow-label = Wpuszczono w ciągu ostatniej minuty
health-room-wait-label = Szacowany czas oczekiwania dla nowych osób
health-room-enter = Przejdź do poczekalni
health-phase-idle = Jeszcze nieotwarta
health-phase-prequeue = Kolejka wstępna
health-phase-queue = Otwarta
health-phase-paused = Wstrzymana
health-phase-disabled = Wejście bez kolejki
health-phase-postqueue = Zamknięta
health-updated = Stan na: { $time }
