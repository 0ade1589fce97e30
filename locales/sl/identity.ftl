### The identity of a newcomer: a code by e-mail.

identity-title = Potrdite svoj e-poštni naslov
identity-lead = Poslali vam bomo kodo. Vsak e-poštni naslov ima eno mesto v vrsti.
identity-send = Pošljite mi kodo
identity-sent = Po e-pošti smo vam poslali kodo. Velja: { $duration }.
identity-code-label = Koda iz e-pošte
identity-again = Ni sporočila? Zahtevajte novo kodo ali uporabite drug naslov
identity-price = Če se nič ne zgodi, znova pritisnite gumb. Pred tem počakajte: { $duration }.
identity-price-works = Pustite to stran odprto: koda se pošlje sama.
identity-error-code = Ta koda ni prava. Preverite sporočilo in poskusite znova.
identity-error-old = Ta koda ne velja več. Zahtevajte novo.
identity-error-soon = Na ta naslov smo pravkar poslali več kod. Preverite prejeto pošto in mapo z neželeno pošto. Čas do naslednje kode: { $duration }.
identity-error-today = Danes na ta naslov ali prek te povezave ne moremo poslati več kod. Poskusite z drugim naslovom ali drugo povezavo.
identity-error-send = Sporočila ni bilo mogoče poslati. Poskusite znova čez minuto.
identity-subject = { $room }: vaša koda je { $code }
identity-why = Vnesite kodo na strani čakalnice { $room } ({ $host }). Če je niste zahtevali, lahko to sporočilo prezrete. Kode ne dajte nikomur.
identity-sign-in = Prijava
identity-sign-in-lead = Prijavite se, da dobite mesto. Vsak račun ima eno mesto v vrsti.
identity-error-sign-in = Prijava ni uspela. Poskusite znova.
