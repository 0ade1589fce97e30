### The identity of a newcomer: a code by e-mail.

identity-title = Patvirtinkite savo el. pašto adresą
identity-lead = Atsiųsime jums kodą. Kiekvienam el. pašto adresui skiriama viena vieta eilėje.
identity-send = Atsiųsti kodą
identity-sent = Atsiuntėme jums kodą el. paštu. Jis galioja: { $duration }.
identity-code-label = Kodas iš el. laiško
identity-again = Laiško nėra? Gaukite naują kodą arba naudokite kitą adresą
identity-price = Jei nieko neįvyksta, paspauskite mygtuką dar kartą. Prieš tai palaukite: { $duration }.
identity-price-works = Palikite šį puslapį atvertą: kodas išsiunčiamas automatiškai.
identity-error-code = Šis kodas neteisingas. Pasitikrinkite laiške ir bandykite dar kartą.
identity-error-old = Šis kodas nebegalioja. Gaukite naują.
identity-error-soon = Ką tik į šį adresą išsiuntėme kelis kodus. Patikrinkite gautus laiškus ir šlamšto aplanką. Kitą kodą galėsime siųsti po tiek laiko: { $duration }.
identity-error-today = Šiandien į šį adresą ar šiuo ryšiu daugiau kodų siųsti negalime. Pabandykite kitą adresą arba kitą ryšį.
identity-error-send = El. laiško išsiųsti nepavyko. Bandykite dar kartą po minutės.
identity-subject = { $room }: jūsų kodas yra { $code }
identity-why = Įveskite kodą laukiamojo { $room } ({ $host }) puslapyje. Jei jo neprašėte, galite nekreipti dėmesio į šį laišką. Niekam neduokite kodo.
identity-sign-in = Prisijungti
identity-sign-in-lead = Prisijunkite, kad gautumėte vietą. Kiekvienai paskyrai skiriama viena vieta eilėje.
identity-error-sign-in = Prisijungti nepavyko. Bandykite dar kartą.
