### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Przed tobą: { $ahead } · { $room }
status-title-waiting = Czekasz w kolejce · { $room }
status-title-next = Zaraz twoja kolej · { $room }
status-title-first-in-line = Twoja kolej · { $room }
status-title-paused = Wstrzymano · { $room }
status-title-sold-out = Wyprzedane · { $room }
status-title-redirecting = Wpuszczamy cię · { $room }
status-title-starts = Do rozpoczęcia: { $countdown } · { $room }
status-title-idle = Jeszcze nie otwarto · { $room }
status-title-prequeue = Przed rozpoczęciem · { $room }
status-title-drawing = Trwa losowanie numerów · { $room }
status-title-ended = Zamknięto · { $room }

## Heading and the sentence under it
status-headline-in-line = Czekasz w kolejce
status-headline-next = Zaraz twoja kolej
status-headline-almost = Już prawie twoja kolej
status-headline-first-in-line = Twoja kolej
status-headline-paused = Kolejka jest wstrzymana
status-headline-sold-out = Obecnie wyprzedane
status-headline-idle = Jeszcze się nie zaczęło
status-headline-prequeue = Jesteś w kolejce wstępnej
status-headline-drawing = Trwa losowanie numerów
status-headline-ended = Ta poczekalnia jest zamknięta
status-lead-in-line = Gdy przyjdzie twoja kolej, wpuścimy cię automatycznie.
status-lead-next = Nikogo już przed tobą nie ma. Wpuścimy cię, gdy tylko w witrynie zrobi się miejsce.
status-lead-almost = Jesteś wśród następnych osób, które wpuścimy. Zostań na tej stronie.
status-lead-first-in-line = Zostań na tej stronie. Wpuścimy cię, gdy tylko w witrynie zrobi się miejsce.
status-lead-paused = W tej chwili nikt nie jest wpuszczany. Zachowujesz swoje miejsce, a kolejka ruszy dalej, gdy tylko będzie to możliwe.
status-lead-sold-out = Teraz nic już nie zostało, więc nikt nie jest wpuszczany. Zachowujesz swoje miejsce na wypadek, gdyby coś jeszcze się pojawiło.
status-lead-idle = Nie masz jeszcze miejsca w kolejce. Nie zamykaj tej strony: dostaniesz na niej miejsce, gdy tylko poczekalnia się otworzy.
status-lead-prequeue = Każdy, kto jest tu w chwili rozpoczęcia, ma taką samą szansę: numery są losowane. Nie ma znaczenia, kto przyszedł pierwszy.
status-lead-drawing = To potrwa kilka sekund. Twój numer pojawi się sam, gdy tylko losowanie się zakończy.
status-lead-ended = Nikt nie jest już wpuszczany. Dziękujemy za zainteresowanie.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Przed tobą jest { $ahead } osoba.
        [few] Przed tobą są { $ahead } osoby.
        [many] Przed tobą jest { $ahead } osób.
       *[other] Przed tobą jest { $ahead } osoby.
    } Szacowany czas oczekiwania: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Przed tobą jest { $ahead } osoba.
        [few] Przed tobą są { $ahead } osoby.
        [many] Przed tobą jest { $ahead } osób.
       *[other] Przed tobą jest { $ahead } osoby.
    }
status-announce-wait = Szacowany czas oczekiwania: { $wait }.
status-announce-next = Nikogo już przed tobą nie ma. Szacowany czas oczekiwania: { $wait }.
status-announce-first-in-line = Twoja kolej. Wpuścimy cię, gdy tylko w witrynie zrobi się miejsce.
status-announce-paused = Kolejka jest wstrzymana. Zachowujesz swoje miejsce.
status-announce-redirecting = Teraz cię wpuszczamy.
status-announce-starts = Czas do rozpoczęcia: { $countdown }.
status-announce-idle = Jeszcze się nie zaczęło. Nie masz jeszcze miejsca w kolejce.
status-announce-prequeue = Jesteś w kolejce wstępnej. Numery zostaną wylosowane po rozpoczęciu.
status-announce-drawing = Trwa losowanie numerów. To potrwa kilka sekund.
status-announce-ended = Ta poczekalnia jest zamknięta.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = w tej chwili nieznany
status-wait-not-yet = jeszcze nieznany
status-wait-under-a-minute = mniej niż minuta
status-wait-over-a-day = ponad doba
status-wait-about = mniej więcej { $duration }
status-wait-up-to = najwyżej { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuta
        [few] { $low }–{ $high } minuty
        [many] { $low }–{ $high } minut
       *[other] { $low }–{ $high } minuty
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } godzina
        [few] { $low }–{ $high } godziny
        [many] { $low }–{ $high } godzin
       *[other] { $low }–{ $high } godziny
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Pozostało około { $left }.
status-stock-few = Pozostało już niewiele.

## The time to the start, under “Time until the start”
status-countdown-now = chwila
status-countdown-under-a-minute = mniej niż minuta

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Czas oczekiwania jest teraz dłuższy, ponieważ wpuszczamy wolniej.
status-reason-paused = Czas oczekiwania jest teraz dłuższy, ponieważ kolejka była wstrzymana.
status-reason-more-came-back = Czas oczekiwania jest teraz dłuższy, ponieważ wróciło więcej osób, niż się spodziewano.
status-reason-store-away = Czas oczekiwania jest teraz dłuższy, ponieważ mamy problem techniczny. Pracujemy nad nim.
status-reason-capped-by-sessions = Czas oczekiwania jest teraz dłuższy, ponieważ witryna jest pełna. Kolejne osoby wchodzą, gdy inne wychodzą.
status-reason-pool-shared = Czas oczekiwania jest teraz dłuższy, ponieważ inna kolejka prowadzi do tej samej witryny i też jest długa.
status-reason-autotune-slowed = Czas oczekiwania jest teraz dłuższy, ponieważ witryna działa teraz wolno, więc wpuszczamy mniej osób.
status-reason-priority = Czas oczekiwania jest teraz dłuższy, ponieważ najpierw wpuszczane są osoby z pierwszeństwem.
status-reason-restored = Czas oczekiwania jest teraz dłuższy, ponieważ po problemie technicznym musieliśmy odtworzyć kolejkę.
