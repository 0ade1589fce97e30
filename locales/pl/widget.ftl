### Widgets on other people's pages.

## The button
widget-button-idle = Jeszcze nie otwarto
widget-button-prequeue = Dołącz do kolejki wstępnej
widget-button-queue = Stań w kolejce
widget-button-postqueue = Zamknięto

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Czas do rozpoczęcia:
widget-countdown-less-than-a-minute = mniej niż minuta
widget-countdown-started = Już się zaczęło
widget-countdown-ended = Zakończyło się

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } osoba w kolejce
        [few] { $people } osoby w kolejce
        [many] { $people } osób w kolejce
       *[other] { $people } osoby w kolejce
    }
widget-status-nobody = Nikogo nie ma w kolejce
widget-status-wait = Szacowany czas oczekiwania: { $wait }
widget-status-paused = Kolejka jest wstrzymana
