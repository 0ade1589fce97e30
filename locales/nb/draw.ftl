### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Du fikk nummer { $number } i trekningen
draw-lead-drawn = Antall deltakere: { $population }. Nummeret ditt følger av de publiserte dokumentene, og ingen kan endre det lenger.
draw-heading-kept = Du beholder nummer { $number }
draw-lead-kept = Du kom etter at trekningen var lukket, så nummeret ditt kommer etter dem som ble trukket.
draw-heading-not-yet = Nummeret ditt er ikke trukket ennå
draw-lead-not-yet = Alle som kommer før trekningen lukkes, har samme sjanse. Det spiller ingen rolle hvem som kom først.
draw-heading-to-come = Denne trekningen er ikke foretatt ennå
draw-heading-aborted = Denne trekningen ble avbrutt
draw-lead-aborted = Den gir ingen noe nummer. Dokumentene er fortsatt publisert, sammen med årsaken.
draw-heading-public = Trekningen i dette venterommet
draw-lead-public = Åpne denne siden fra plassen din i køen for å se ditt eget nummer også.
draw-heading-broken = Denne trekningen er ikke gyldig
draw-lead-broken = De publiserte dokumentene består ikke kontrollen. Ta vare på en kopi av dem og av kvitteringen din, og kontakt nettstedets kundeservice.

draw-checked = Hva som er kontrollert
draw-check-all = Publiserte trekninger: { $count }. Dokumentene stemmer overens og er signert med samme nøkkel.
draw-check-commitment = Før trekningen ble lukket, fastsatte operatøren en hemmelighet ved å publisere hashverdien av den.
draw-check-to-come = Operatøren har fastsatt en hemmelighet ved å publisere hashverdien av den. De øvrige dokumentene publiseres når trekningen foretas.
draw-check-cut-off = Deretter fastsatte og signerte operatøren hvor mange som deltar: { $population }.
draw-check-reveal = Etter det ble hemmeligheten publisert. Det er den som ble fastsatt, og sammen med antallet bestemmer den alles nummer.
draw-check-abort = Operatøren signerte at trekningen ble avbrutt, med årsaken «{ $reason }».
draw-check-receipt = Kvitteringen din er ekte og hører til denne trekningen.

draw-cautions = Hva kontrollen ikke viser
draw-caution-without-beacon = Det inngikk ikke noe offentlig tilfeldig tall i denne trekningen: Operatøren kunne ha påvirket hvor mange som var med, og dermed rekkefølgen.
draw-caution-unknown-chain = Vi kjenner ikke tidsplanen for det offentlige tilfeldige tallet. Slå opp når det ble publisert.
draw-caution-committed-late = Hemmeligheten ble først fastsatt da det allerede gikk an å stille seg i kø.
draw-caution-drawn-again = Trekningen ble gjort på nytt. Trekninger avbrutt før denne: { $count }.
draw-caution-own-server = Denne siden kommer fra serveren som foretok trekningen. Hvis du ikke vil stole på den, kan du kontrollere selv.

draw-yourself = Kontroller selv
draw-get-document = Last ned den publiserte trekningen
draw-get-receipt = Last ned kvitteringen din og ta vare på den
draw-run-command = Legg filene i én mappe, og kjør en av disse kommandoene på din egen datamaskin. Programmene er en del av Anteroom, et prosjekt med åpen kildekode. Hent dem der, ikke fra denne serveren.
draw-compare-key = Sammenlign denne nøkkelen med den som operatøren viser et annet sted:
draw-back = Tilbake til plassen din i køen
