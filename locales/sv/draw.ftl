### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Du fick nummer { $number } i lottningen
draw-lead-drawn = Antal deltagare: { $population }. Ditt nummer följer av de publicerade dokumenten och ingen kan längre ändra det.
draw-heading-kept = Du behåller nummer { $number }
draw-lead-kept = Du kom efter att lottningen hade stängts, så ditt nummer kommer efter de lottade numren.
draw-heading-not-yet = Ditt nummer har inte lottats fram än
draw-lead-not-yet = Alla som kommer innan lottningen stängs har samma chans. Det spelar ingen roll vem som kom först.
draw-heading-to-come = Den här lottningen har inte gjorts än
draw-heading-aborted = Den här lottningen avbröts
draw-lead-aborted = Den ger ingen något nummer. Dokumenten är fortfarande publicerade, tillsammans med skälet.
draw-heading-public = Lottningen i det här väntrummet
draw-lead-public = Öppna den här sidan från din plats i kön om du också vill se ditt eget nummer.
draw-heading-broken = Den här lottningen är inte giltig
draw-lead-broken = De publicerade dokumenten klarar inte kontrollen. Spara en kopia av dem och av ditt kvitto, och kontakta webbplatsens kundtjänst.

draw-checked = Vad som har kontrollerats
draw-check-all = Publicerade lottningar: { $count }. Dokumenten stämmer överens och är signerade med samma nyckel.
draw-check-commitment = Innan lottningen stängdes fastställde operatören en hemlighet genom att publicera dess hash.
draw-check-to-come = Operatören har fastställt en hemlighet genom att publicera dess hash. Övriga dokument publiceras när lottningen görs.
draw-check-cut-off = Sedan fastställde och signerade operatören hur många som deltar: { $population }.
draw-check-reveal = Därefter publicerades hemligheten. Det är den som hade fastställts, och tillsammans med antalet ger den allas nummer.
draw-check-abort = Operatören signerade att lottningen avbröts, med skälet ”{ $reason }”.
draw-check-receipt = Ditt kvitto är äkta och hör till den här lottningen.

draw-cautions = Vad kontrollen inte visar
draw-caution-without-beacon = Inget offentligt slumptal ingick i den här lottningen: operatören hade kunnat påverka hur många som lottades, och därmed ordningen.
draw-caution-unknown-chain = Vi känner inte till tidsschemat för det offentliga slumptalet. Ta reda på när det publicerades.
draw-caution-committed-late = Hemligheten fastställdes först när det redan gick att ställa sig i kön.
draw-caution-drawn-again = Lottningen gjordes om. Lottningar som avbröts före denna: { $count }.
draw-caution-own-server = Den här sidan kommer från servern som gjorde lottningen. Kontrollera själv om du inte vill lita på dess ord.

draw-yourself = Kontrollera själv
draw-get-document = Ladda ner den publicerade lottningen
draw-get-receipt = Ladda ner ditt kvitto och spara det
draw-run-command = Lägg filerna i samma mapp och kör något av de här kommandona på din egen dator. Programmen ingår i projektet Anteroom, som har öppen källkod. Hämta dem där, inte från den här servern.
draw-compare-key = Jämför den här nyckeln med den som operatören visar på annat håll:
draw-back = Tillbaka till din plats i kön
