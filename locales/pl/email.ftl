### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Napisz do mnie, gdy zbliży się moja kolej
email-lead = Zostaw swój adres e-mail, a napiszemy do Ciebie raz, krótko przed Twoją kolejką ({ $duration }). Potem usuniemy adres.
email-label = Adres e-mail
email-save = Zapisz
email-kept = Zapisany adres: { $address }
email-remove = Usuń adres
email-sent = E-mail został wysłany lub jest w drodze. Na każde miejsce przypada tylko jeden.

## When it does not work
email-error-address = To nie jest pełny adres e-mail. Przykład: name@example.com
email-error-many = Podano dziś zbyt wiele adresów. Zamiast tego pozostaw otwartą stronę ze swoim miejscem.
email-error-link = Ten link nie jest już ważny. Twoje miejsce jest na urządzeniu, na którym ostatnio z niego korzystano.

## The e-mail
email-subject = { $room }: zbliża się Twoja kolej
email-late = Jeśli przyjdziesz później, zachowasz miejsce: wpuścimy Cię, gdy tylko zwolni się miejsce.
email-late-limit = Jeśli przyjdziesz później, Twoje miejsce pozostanie ważne przez ograniczony czas po Twojej kolei: { $duration }
email-button = Przejdź do mojego miejsca
email-why = Otrzymujesz tę wiadomość, ponieważ podano Twój adres w poczekalni { $host }. Został tam już usunięty i nie będzie kolejnych wiadomości. Jeśli to nie Ty, możesz zignorować tę wiadomość.
