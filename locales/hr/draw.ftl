### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Vaš izvučeni broj: { $number }
draw-lead-drawn = Broj sudionika: { $population }. Vaš broj proizlazi iz objavljenih dokumenata i nitko ga više ne može promijeniti.
draw-heading-kept = Zadržavate svoj broj: { $number }
draw-lead-kept = Pridružili ste se nakon zatvaranja ždrijeba, pa vaš broj dolazi iza izvučenih brojeva.
draw-heading-not-yet = Vaš broj još nije izvučen
draw-lead-not-yet = Svi koji se pridruže prije zatvaranja ždrijeba imaju jednake izglede. Nije važno tko je došao prvi.
draw-heading-to-come = Ovaj ždrijeb još nije proveden
draw-heading-aborted = Ovaj je ždrijeb otkazan
draw-lead-aborted = Nikomu ne daje broj. Njegovi dokumenti ostaju objavljeni, zajedno s razlogom.
draw-heading-public = Ždrijeb ove čekaonice
draw-lead-public = Želite li vidjeti i svoj broj, otvorite ovu stranicu sa svojeg mjesta u redu.
draw-heading-broken = Ovaj ždrijeb nije valjan
draw-lead-broken = Objavljeni dokumenti nisu prošli provjeru. Sačuvajte njihovu kopiju i svoju potvrdu te se obratite operateru web-stranice.

draw-checked = Što je provjereno
draw-check-all = Broj objavljenih ždrijebanja: { $count }. Njihovi se dokumenti međusobno slažu i potpisani su istim ključem.
draw-check-commitment = Prije zatvaranja ždrijeba operater je utvrdio tajnu vrijednost objavom njezina sažetka (hash).
draw-check-to-come = Operater je utvrdio tajnu vrijednost objavom njezina sažetka (hash). Ostali se dokumenti objavljuju kad se ždrijeb provede.
draw-check-cut-off = Zatim je operater utvrdio i potpisao koliko ljudi sudjeluje: { $population }.
draw-check-reveal = Nakon toga tajna je vrijednost objavljena. To je ona koja je bila utvrđena i zajedno s brojem sudionika svakomu određuje broj.
draw-check-abort = Operater je potpisao da je ždrijeb otkazan, s razlogom „{ $reason }”.
draw-check-receipt = Vaša je potvrda vjerodostojna i pripada ovom ždrijebu.

draw-cautions = Što se time ne dokazuje
draw-caution-without-beacon = U ovaj ždrijeb nije ušao nikakav javni nasumični broj: operater je mogao utjecati na to koliko je ljudi u ždrijebu, a time i na redoslijed.
draw-caution-unknown-chain = Ne znamo kad se po rasporedu objavljuje javni nasumični broj. Potražite kad je objavljen.
draw-caution-committed-late = Tajna je vrijednost utvrđena tek kad se ljudi već moglo pridruživati.
draw-caution-drawn-again = Ždrijeb je ponovljen. Broj ždrijebanja koja su prije ovoga otkazana: { $count }.
draw-caution-own-server = Ova stranica dolazi s poslužitelja koji je proveo ždrijeb. Ako mu ne želite vjerovati na riječ, provjerite sami.

draw-yourself = Provjerite sami
draw-get-document = Preuzmite objavljeni ždrijeb
draw-get-receipt = Preuzmite i sačuvajte svoju potvrdu
draw-run-command = Stavite datoteke u jednu mapu i na svojem računalu pokrenite jednu od ovih naredbi. Programi su dio projekta otvorenog koda Anteroom; preuzmite ih ondje, a ne s ovog poslužitelja.
draw-compare-key = Usporedite ovaj ključ s onim koji operater prikazuje na drugom mjestu:
draw-back = Natrag na vaše mjesto u redu
