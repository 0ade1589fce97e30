### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Jūsu izlozētais numurs: { $number }
draw-lead-drawn = Dalībnieku skaits: { $population }. Jūsu numurs izriet no publicētajiem dokumentiem, un neviens to vairs nevar mainīt.
draw-heading-kept = Jūs paturat savu numuru: { $number }
draw-lead-kept = Jūs pievienojāties pēc izlozes slēgšanas, tāpēc jūsu numurs ir aiz izlozētajiem numuriem.
draw-heading-not-yet = Jūsu numurs vēl nav izlozēts
draw-lead-not-yet = Visiem, kas pievienojas pirms izlozes slēgšanas, ir vienādas izredzes. Nav svarīgi, kurš atnāca pirmais.
draw-heading-to-come = Šī izloze vēl nav notikusi
draw-heading-aborted = Šī izloze tika atcelta
draw-lead-aborted = Tā nevienam nepiešķir numuru. Tās dokumenti paliek publicēti kopā ar iemeslu.
draw-heading-public = Šīs uzgaidāmās telpas izloze
draw-lead-public = Lai redzētu arī savu numuru, atveriet šo lapu no savas vietas rindā.
draw-heading-broken = Šī izloze neiztur pārbaudi
draw-lead-broken = Publicētie dokumenti neiztur pārbaudi. Lūdzu, saglabājiet to un savas kvīts kopiju un sazinieties ar vietnes uzturētāju.

draw-checked = Kas pārbaudīts
draw-check-all = Publicētās izlozes: { $count }. To dokumenti savstarpēji saskan un ir parakstīti ar vienu un to pašu atslēgu.
draw-check-commitment = Pirms izlozes slēgšanas operators nofiksēja slepenu vērtību, publicējot tās jaucējvērtību (hash).
draw-check-to-come = Operators ir nofiksējis slepenu vērtību, publicējot tās jaucējvērtību (hash). Pārējie dokumenti tiek publicēti, kad notiek izloze.
draw-check-cut-off = Pēc tam operators nofiksēja un parakstīja, cik cilvēku piedalās: { $population }.
draw-check-reveal = Tad slepenā vērtība tika publicēta. Tā ir tā pati, kas tika nofiksēta, un kopā ar dalībnieku skaitu nosaka katra numuru.
draw-check-abort = Operators parakstīja, ka izloze tika atcelta, norādot iemeslu „{ $reason }”.
draw-check-receipt = Jūsu kvīts ir īsta un pieder pie šīs izlozes.

draw-cautions = Ko šī pārbaude neparāda
draw-caution-without-beacon = Šajā izlozē netika izmantots publisks nejaušs skaitlis: operators varēja ietekmēt to, cik cilvēku piedalījās izlozē, un līdz ar to arī secību.
draw-caution-unknown-chain = Mēs nezinām, pēc kāda grafika tiek publicēts šis publiskais nejaušais skaitlis. Noskaidrojiet, kad tas tika publicēts.
draw-caution-committed-late = Slepenā vērtība tika nofiksēta tikai tad, kad jau varēja pievienoties.
draw-caution-drawn-again = Izloze tika atkārtota. Izlozes, kas tika atceltas pirms šīs: { $count }.
draw-caution-own-server = Šī lapa nāk no servera, kas rīkoja izlozi. Ja nevēlaties ticēt tam uz vārda, pārbaudiet paši.

draw-yourself = Pārbaudiet paši
draw-get-document = Lejupielādēt publicēto izlozi
draw-get-receipt = Lejupielādēt un saglabāt savu kvīti
draw-run-command = Ielieciet failus vienā mapē un savā datorā izpildiet vienu no šīm komandām. Programmas ir daļa no atvērtā pirmkoda projekta Anteroom; iegūstiet tās tur, nevis no šī servera.
draw-compare-key = Salīdziniet šo atslēgu ar to, ko operators rāda citur:
draw-back = Atpakaļ uz savu vietu rindā
