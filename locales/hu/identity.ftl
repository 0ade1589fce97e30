### The identity of a newcomer: a code by e-mail.

identity-title = Erősítse meg az e-mail-címét
identity-lead = Küldünk Önnek egy kódot. Minden e-mail-címhez egy hely tartozik a sorban.
identity-send = Kérem a kódot
identity-sent = Elküldtük a kódot e-mailben. Ennyi ideig érvényes: { $duration }.
identity-code-label = Kód az e-mailből
identity-again = Nem jött e-mail? Kérjen új kódot, vagy használjon másik címet
identity-price = Ha nem történik semmi, nyomja meg újra a gombot. Előtte várjon ennyit: { $duration }.
identity-price-works = Kérjük, hagyja nyitva ezt az oldalt: a kód magától elmegy.
identity-error-code = Ez a kód nem jó. Nézze meg az e-mailt, és próbálja újra.
identity-error-old = Ez a kód már nem érvényes. Kérjen újat.
identity-error-soon = Erre a címre az imént több kódot is küldtünk. Kérjük, nézze meg a beérkező leveleket és a levélszemét mappát. Ennyi idő múlva küldhetünk újat: { $duration }.
identity-error-today = Ma már nem tudunk több kódot küldeni erre a címre vagy ezen a kapcsolaton. Próbáljon meg másik címet vagy másik kapcsolatot.
identity-error-send = Az e-mailt nem tudtuk elküldeni. Próbálja újra egy perc múlva.
identity-subject = { $room }: az Ön kódja { $code }
identity-why = Írja be a kódot a(z) { $room } ({ $host }) váróterem oldalán. Ha nem Ön kérte, hagyja figyelmen kívül ezt az e-mailt. Ne adja át a kódot senkinek.
identity-sign-in = Bejelentkezés
identity-sign-in-lead = Kérjük, jelentkezzen be. Minden fiókhoz egy hely tartozik a sorban.
identity-error-sign-in = A bejelentkezés nem sikerült. Próbálja újra.
