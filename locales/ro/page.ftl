### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Persoane înaintea dumneavoastră
page-wait-label = Timp de așteptare estimat
page-number-label = Numărul dumneavoastră la coadă
page-progress-label = Cât ați avansat la coadă
page-updated-label = Ultima actualizare
page-message-label = Anunț
page-keep-open = Vă rugăm să lăsați această pagină deschisă. Se actualizează singură, iar dumneavoastră vă păstrați locul chiar dacă o reîncărcați sau reveniți puțin mai târziu.
page-leave = Părăsiți coada
page-queue-id-label = ID de coadă
page-offline = Conexiunea este întreruptă. Vă păstrați locul, iar noi încercăm în continuare.
page-online-again = Conexiunea a revenit.
page-redirecting-headline = Vă lăsăm să intrați
page-redirecting-lead = Vă mulțumim că ați așteptat. Ajungeți într-o clipă.
page-redirecting-link = Mergeți acum
page-skip = Treceți la locul dumneavoastră la coadă
page-powered-by = Funcționează cu Anteroom
page-about-link = Ce este această pagină?
page-status-link = Starea acestei săli de așteptare

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Timp până la început
page-prequeue-countdown-label = Timp până la deschiderea cozii preliminare
# Label over a date with a time of day.
page-starts-at-label = Început
page-keep-open-before = Vă rugăm să lăsați această pagină deschisă. Se actualizează singură, iar dumneavoastră rămâneți în tragerea la sorți chiar dacă o reîncărcați sau reveniți înainte de început.
page-keep-open-idle = Această pagină se actualizează singură. Nu trebuie să o reîncărcați.

## Be told when it is your turn
page-notify-heading = Anunțați-mă când îmi vine rândul
page-notify-sound = Semnal sonor
page-notify-vibration = Vibrație
page-notify-notification = Afișare notificare
page-notify-denied = Browserul dumneavoastră nu permite notificări pentru această pagină. Puteți schimba acest lucru în setările lui.

## Language and device
page-language-label = Limbă
page-language-apply = Schimbați limba
page-move-link = Continuați pe alt dispozitiv

## The draw
page-draw-heading = Ce se întâmplă la început
page-draw-closing = La scurt timp după început, coada preliminară se închide. Cine vine mai târziu se așază la coadă în spatele tuturor celor care erau deja aici.
page-draw-chance = Apoi, pentru fiecare persoană din coada preliminară se trage la sorți un număr. Toți au aceeași șansă, fie că au venit devreme, fie că au venit târziu.
page-draw-number = Numărul dumneavoastră apare pe această pagină, iar intrarea se face începând cu numărul cel mai mic.
page-draw-with-beacon = În tragerea la sorți intră un număr aleatoriu public, pe care nimeni nu îl poate ști dinainte, așa că nimeni nu poate alege rezultatul.
page-draw-check = Oricine poate verifica ulterior tragerea la sorți.
page-draw-receipt = Oricine poate verifica ulterior tragerea la sorți. Recipisa dovedește că participați la ea; păstrați-o până atunci.
page-draw-receipt-link = Descărcați recipisa
page-draw-check-link = Cum se verifică tragerea la sorți
page-drawn-link = Numărul dumneavoastră a fost tras la sorți – verificați tragerea

## After the end
page-skip-content = Treceți la conținut
page-ended-help = Ca să vedeți ce se oferă acum, mergeți direct pe site.
page-back-to-site = Înapoi la site
