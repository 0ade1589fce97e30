### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Du har fået nummer { $number } ved lodtrækningen
draw-lead-drawn = Antal deltagere: { $population }. Dit nummer følger af de offentliggjorte dokumenter, og ingen kan ændre det længere.
draw-heading-kept = Du beholder nummer { $number }
draw-lead-kept = Du kom, efter at lodtrækningen var lukket, så dit nummer kommer efter dem, der blev trukket.
draw-heading-not-yet = Dit nummer er ikke trukket endnu
draw-lead-not-yet = Alle, der kommer, inden lodtrækningen lukkes, har samme chance. Det er uden betydning, hvem der kom først.
draw-heading-to-come = Denne lodtrækning er ikke foretaget endnu
draw-heading-aborted = Denne lodtrækning blev afbrudt
draw-lead-aborted = Den giver ikke nogen et nummer. Dokumenterne er stadig offentliggjort sammen med årsagen.
draw-heading-public = Lodtrækningen i dette venterum
draw-lead-public = Åbn denne side fra din plads i køen for også at se dit eget nummer.
draw-heading-broken = Denne lodtrækning består ikke kontrollen
draw-lead-broken = De offentliggjorte dokumenter består ikke kontrollen. Gem en kopi af dem og af din kvittering, og kontakt dem, der driver webstedet.

draw-checked = Hvad der er kontrolleret
draw-check-all = Offentliggjorte lodtrækninger: { $count }. Deres dokumenter passer sammen og er signeret med samme nøgle.
draw-check-commitment = Inden lodtrækningen blev lukket, fastlagde operatøren en hemmelighed ved at offentliggøre dens hashværdi.
draw-check-to-come = Operatøren har fastlagt en hemmelighed ved at offentliggøre dens hashværdi. De øvrige dokumenter offentliggøres, når lodtrækningen foretages.
draw-check-cut-off = Derefter fastlagde og signerede operatøren, hvor mange der deltager: { $population }.
draw-check-reveal = Bagefter blev hemmeligheden offentliggjort. Det er den, der blev fastlagt, og sammen med antallet giver den alles nummer.
draw-check-abort = Operatøren signerede, at lodtrækningen blev afbrudt, med årsagen »{ $reason }«.
draw-check-receipt = Din kvittering er ægte og hører til denne lodtrækning.

draw-cautions = Hvad kontrollen ikke viser
draw-caution-without-beacon = Der indgik ikke noget offentligt tilfældigt tal i denne lodtrækning: Operatøren kunne have påvirket, hvor mange der blev trukket lod blandt, og dermed rækkefølgen.
draw-caution-unknown-chain = Vi kender ikke tidsplanen for det offentlige tilfældige tal. Slå op, hvornår det blev offentliggjort.
draw-caution-committed-late = Hemmeligheden blev først fastlagt, da man allerede kunne stille sig i kø.
draw-caution-drawn-again = Lodtrækningen blev gentaget. Lodtrækninger afbrudt før denne: { $count }.
draw-caution-own-server = Denne side kommer fra den server, der foretog lodtrækningen. Kontrollér selv, hvis du ikke vil nøjes med at tage dens ord for det.

draw-yourself = Kontrollér selv
draw-get-document = Hent den offentliggjorte lodtrækning
draw-get-receipt = Hent din kvittering, og gem den
draw-run-command = Læg filerne i én mappe, og kør en af disse kommandoer på din egen computer. Programmerne er en del af open source-projektet Anteroom. Hent dem dér og ikke fra denne server.
draw-compare-key = Sammenlign denne nøgle med den, som operatøren viser et andet sted:
draw-back = Tilbage til din plads i køen
