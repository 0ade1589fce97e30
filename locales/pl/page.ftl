### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Liczba osób przed tobą
page-wait-label = Szacowany czas oczekiwania
page-number-label = Twój numer w kolejce
page-progress-label = Twój postęp w kolejce
page-updated-label = Ostatnia aktualizacja
page-message-label = Komunikat
page-keep-open = Nie zamykaj tej strony. Odświeża się sama, a ty zachowujesz swoje miejsce, nawet jeśli załadujesz ją ponownie albo wrócisz trochę później.
page-leave = Wyjdź z kolejki
page-queue-id-label = Identyfikator w kolejce
page-offline = Połączenie zostało przerwane. Zachowujesz swoje miejsce, a my próbujemy dalej.
page-online-again = Połączenie wróciło.
page-redirecting-headline = Wpuszczamy cię
page-redirecting-lead = Dziękujemy za cierpliwość. Za chwilę będziesz na miejscu.
page-redirecting-link = Przejdź teraz
page-skip = Przejdź do swojego miejsca w kolejce
page-powered-by = Działa dzięki Anteroom
page-about-link = Co to za strona?
page-status-link = Stan tej poczekalni

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Czas do rozpoczęcia
page-prequeue-countdown-label = Czas do otwarcia kolejki wstępnej
# Label over a date with a time of day.
page-starts-at-label = Rozpoczęcie
page-keep-open-before = Nie zamykaj tej strony. Odświeża się sama, a ty nadal bierzesz udział w losowaniu, nawet jeśli załadujesz ją ponownie albo wrócisz przed rozpoczęciem.
page-keep-open-idle = Ta strona odświeża się sama. Nie musisz ładować jej ponownie.

## Be told when it is your turn
page-notify-heading = Powiadom mnie, gdy przyjdzie moja kolej
page-notify-sound = Odtwórz dźwięk
page-notify-vibration = Włącz wibracje
page-notify-notification = Pokaż powiadomienie
page-notify-denied = Twoja przeglądarka nie pozwala na powiadomienia z tej strony. Możesz to zmienić w jej ustawieniach.

## Language and device
page-language-label = Język
page-language-apply = Zmień język
page-move-link = Kontynuuj na innym urządzeniu

## The draw
page-draw-heading = Co się dzieje w chwili rozpoczęcia
page-draw-closing = Krótko po rozpoczęciu kolejka wstępna się zamyka. Kto przyjdzie później, staje w kolejce za wszystkimi, którzy tu byli.
page-draw-chance = Potem dla każdej osoby z kolejki wstępnej losowany jest numer. Wszyscy mają taką samą szansę, bez względu na to, czy przyszli wcześnie, czy późno.
page-draw-number = Twój numer pojawi się na tej stronie, a osoby są wpuszczane od najniższego numeru w górę.
page-draw-with-beacon = W losowaniu używana jest publiczna liczba losowa, której nikt nie może znać wcześniej, dlatego nikt nie może wybrać wyniku.
page-draw-check = Każdy może potem sprawdzić losowanie.
page-draw-receipt = Każdy może potem sprawdzić losowanie. Twoje potwierdzenie dowodzi, że bierzesz w nim udział; zachowaj je do tego czasu.
page-draw-receipt-link = Pobierz swoje potwierdzenie
page-draw-check-link = Jak sprawdzić losowanie
page-drawn-link = Twój numer został wylosowany – sprawdź losowanie

## After the end
page-skip-content = Przejdź do treści
page-ended-help = Aby zobaczyć, co jest teraz dostępne, przejdź do samej witryny.
page-back-to-site = Wróć do witryny
