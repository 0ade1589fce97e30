### The identity of a newcomer: a code by e-mail.

identity-title = Potwierdź swój adres e-mail
identity-lead = Wyślemy Ci kod. Na każdy adres e-mail przypada jedno miejsce w kolejce.
identity-send = Wyślij mi kod
identity-sent = Wysłaliśmy Ci kod e-mailem. Jest ważny przez: { $duration }.
identity-code-label = Kod z e-maila
identity-again = Nie ma e-maila? Poproś o nowy kod lub użyj innego adresu
identity-price = Jeśli nic się nie stanie, naciśnij przycisk ponownie. Odczekaj przedtem: { $duration }.
identity-price-works = Nie zamykaj tej strony: kod zostanie wysłany sam.
identity-error-code = Ten kod jest nieprawidłowy. Sprawdź e-mail i spróbuj ponownie.
identity-error-old = Ten kod nie jest już ważny. Poproś o nowy.
identity-error-soon = Na ten adres właśnie wysłaliśmy kilka kodów. Sprawdź skrzynkę odbiorczą i folder ze spamem. Czas do następnego kodu: { $duration }.
identity-error-today = Dziś nie możemy wysłać więcej kodów na ten adres ani przez to połączenie. Spróbuj użyć innego adresu lub innego połączenia.
identity-error-send = Nie udało się wysłać e-maila. Spróbuj ponownie za minutę.
identity-subject = { $room }: Twój kod to { $code }
identity-why = Wpisz kod na stronie poczekalni { $room } ({ $host }). Jeśli o niego nie prosisz, możesz zignorować ten e-mail. Nie podawaj kodu nikomu.
identity-sign-in = Zaloguj się
identity-sign-in-lead = Zaloguj się, aby otrzymać miejsce. Na każde konto przypada jedno miejsce w kolejce.
identity-error-sign-in = Logowanie się nie powiodło. Spróbuj ponownie.
