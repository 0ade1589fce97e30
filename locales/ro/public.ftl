### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Ce este această pagină?
about-lead = Aceasta este o sală de așteptare virtuală. Când un site ar primi mai mulți vizitatori decât poate deservi bine, aceștia așteaptă aici într-o ordine corectă și sunt lăsați să intre unul câte unul.
about-how-heading = Cum funcționează
about-how-order = Primul venit, primul intrat. Dacă o sală se deschide la o oră stabilită, toți cei care sunt acolo dinainte primesc un număr printr-o tragere la sorți pe care o poate verifica oricine.
about-how-place = Locul vă este păstrat cât timp așteptați, chiar dacă reîncărcați pagina, pierdeți conexiunea sau reporniți browserul.
about-how-turn = Când vă vine rândul, intrați automat. Nu trebuie să apăsați pe nimic, iar reîncărcarea nu grăbește lucrurile.
about-privacy-heading = Ce se păstrează despre dumneavoastră
about-privacy = Un singur cookie, care conține locul dumneavoastră la coadă, cel mult 7 zile. Nu există urmărire și nimic nu se încarcă din altă parte.
about-accessibility-heading = Pentru toată lumea
about-accessibility = Aceste pagini sunt gândite să funcționeze cu orice browser, de la tastatură, cu cititor de ecran, mărite și fără scripturi.
about-what-to-do-heading = Ce aveți de făcut
about-what-to-do = Nimic. Deschideți site-ul pe care doriți să îl vizitați; când este aglomerat, vă aduce singur în sala lui de așteptare.
about-source = Această sală de așteptare funcționează cu Anteroom, un program cu sursă deschisă.
about-status-link = Starea acestui serviciu

## How it stands
health-title = Stare
health-lead-good = Totul funcționează.
health-lead-starting = Serviciul pornește.
health-lead-degraded = Acum nu se pot da locuri noi la coadă. Toți cei care au un loc îl păstrează.
health-lead-stopping = Serviciul este repornit. Toți cei care au un loc îl păstrează.
health-rooms-heading = Săli de așteptare
health-room-waiting-label = Persoane la coadă
health-room-outflow-label = Intrate în ultimul minut
health-room-wait-label = Timp de așteptare estimat pentru cei care vin acum
health-room-enter = Mergeți în sala de așteptare
health-phase-idle = Încă nedeschisă
health-phase-prequeue = Coadă preliminară
health-phase-queue = Deschisă
health-phase-paused = În pauză
health-phase-disabled = Intrare liberă pentru toți
health-phase-postqueue = Închisă
health-updated = Actualizat: { $time }
