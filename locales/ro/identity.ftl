### The identity of a newcomer: a code by e-mail.

identity-title = Confirmați adresa de e-mail
identity-lead = Vă vom trimite un cod. Fiecare adresă de e-mail are un singur loc la coadă.
identity-send = Trimiteți-mi codul
identity-sent = V-am trimis un cod prin e-mail. Este valabil { $duration }.
identity-code-label = Codul din e-mail
identity-again = Nu ați primit e-mailul? Cereți un cod nou sau folosiți altă adresă
identity-price = Dacă nu s-a întâmplat nimic după { $duration }, apăsați din nou butonul.
identity-price-works = Vă rugăm să lăsați această pagină deschisă: codul se trimite singur.
identity-error-code = Acest cod nu este corect. Verificați e-mailul și încercați din nou.
identity-error-old = Acest cod nu mai este valabil. Cereți unul nou.
identity-error-soon = Tocmai am trimis mai multe coduri la această adresă. Verificați mesajele primite și dosarul spam. Putem trimite altul peste { $duration }.
identity-error-today = Astăzi nu mai putem trimite coduri la această adresă sau prin această conexiune. Încercați altă adresă sau altă conexiune.
identity-error-send = E-mailul nu a putut fi trimis. Încercați din nou peste un minut.
identity-subject = { $room }: codul dumneavoastră este { $code }
identity-why = Introduceți codul pe pagina { $room } ({ $host }). Dacă nu l-ați cerut, puteți ignora acest e-mail. Nu dați codul nimănui.
identity-sign-in = Conectați-vă
identity-sign-in-lead = Conectați-vă pentru a primi un loc. Fiecare cont are un singur loc la coadă.
identity-error-sign-in = Conectarea nu a reușit. Încercați din nou.
