### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Scrieți-mi când se apropie rândul meu
email-lead = Lăsați adresa dumneavoastră de e-mail și vă scriem o singură dată, cu puțin timp înainte de rândul dumneavoastră ({ $duration }). Apoi ștergem adresa.
email-label = Adresă de e-mail
email-save = Salvare
email-kept = Adresă salvată: { $address }
email-remove = Ștergerea adresei
email-sent = E-mailul a fost trimis sau este pe drum. Trimitem doar unul pentru fiecare loc la coadă.

## When it does not work
email-error-address = Nu putem trimite e-mailuri la această adresă. Exemplu: name@example.com
email-error-many = Astăzi au fost introduse prea multe adrese. Vă rugăm să lăsați deschisă pagina cu locul dumneavoastră la coadă.
email-error-link = Acest link nu mai este valabil. Locul dumneavoastră este pe dispozitivul pe care l-ați folosit ultima dată.

## The e-mail
email-subject = { $room }: se apropie rândul dumneavoastră
email-late = Dacă veniți mai târziu, vă păstrați locul: vă lăsăm să intrați imediat ce este loc.
email-late-limit = Dacă veniți mai târziu, locul se păstrează un timp limitat după ce v-a venit rândul: { $duration }
email-button = La locul meu la coadă
email-why = Primiți acest e-mail deoarece adresa dumneavoastră a fost introdusă în sala de așteptare { $room } ({ $host }). Acolo este acum ștearsă și nu urmează alt e-mail. Dacă nu ați fost dumneavoastră, ignorați acest e-mail.

## A notification that comes with the page closed
push-button = Anunță-mă și cu pagina închisă
push-failed = Nu a reușit. Vă rugăm să lăsați această pagină deschisă.
