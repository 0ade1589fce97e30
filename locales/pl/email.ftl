### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Napisz do mnie, gdy zbliży się moja kolej
email-lead = Zostaw swój adres e-mail, a napiszemy do ciebie raz, krótko zanim przyjdzie twoja kolej ({ $duration }). Potem usuniemy adres.
email-label = Adres e-mail
email-save = Zapisz
email-kept = Zapisany adres: { $address }
email-remove = Usuń adres
email-sent = E-mail został wysłany lub jest w drodze. Na każde miejsce w kolejce przypada tylko jeden.

## When it does not work
email-error-address = Na ten adres nie możemy wysłać e-maila. Przykład: name@example.com
email-error-many = Podano dziś zbyt wiele adresów. Zamiast tego nie zamykaj strony ze swoim miejscem w kolejce.
email-error-link = Ten link nie jest już ważny. Twoje miejsce jest na urządzeniu, na którym ostatnio z niego korzystano.

## The e-mail
email-subject = { $room }: zbliża się twoja kolej
email-late = Jeśli przyjdziesz później, zachowasz swoje miejsce: wpuścimy cię, gdy tylko będzie to możliwe.
email-late-limit = Jeśli przyjdziesz później, twoje miejsce pozostanie ważne przez ograniczony czas po twojej kolei: { $duration }
email-button = Przejdź do mojego miejsca w kolejce
email-why = Otrzymujesz tę wiadomość, ponieważ podano twój adres w poczekalni { $room } ({ $host }). Został tam już usunięty i nie będzie kolejnych wiadomości. Jeśli to nie ty, możesz zignorować tę wiadomość.

## A notification that comes with the page closed
push-button = Powiadom mnie także po zamknięciu strony
push-failed = To się nie udało. Zamiast tego nie zamykaj tej strony.
