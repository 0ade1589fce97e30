### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Hvaða síða er þetta?
about-lead = Þetta er rafræn biðstofa. Þegar fleiri vilja heimsækja vef en hann ræður vel við bíður fólk hér í sanngjarnri röð og er hleypt inn einu í einu.
about-how-heading = Hvernig þetta virkar
about-how-order = Þeim sem kemur fyrst er hleypt fyrst inn. Þegar biðstofa opnar á ákveðnum tíma fá allir sem eru þar fyrir þann tíma númer í útdrætti sem hver sem er getur sannreynt.
about-how-place = Plássið þitt geymist á meðan þú bíður, jafnvel þótt þú endurhlaðir síðuna, missir tenginguna eða endurræsir vafrann.
about-how-turn = Þegar röðin kemur að þér er þér hleypt sjálfkrafa inn. Ekki þarf að smella á neitt og biðin styttist ekki þótt síðan sé endurhlaðin.
about-privacy-heading = Hvað er geymt um þig
about-privacy = Ein vafrakaka sem geymir plássið þitt í röðinni, í mesta lagi í 7 daga. Engin rakning fer fram og ekkert er sótt annars staðar frá.
about-accessibility-heading = Fyrir alla
about-accessibility = Þessum síðum er ætlað að virka í öllum vöfrum, með lyklaborði, með skjálesara, stækkaðar og án skrifta.
about-what-to-do-heading = Hvað þú átt að gera
about-what-to-do = Ekkert. Opnaðu vefinn sem þú vilt heimsækja; þegar mikið er að gera færir hann þig sjálfkrafa í biðstofuna sína.
about-source = Þessi biðstofa keyrir á Anteroom, sem er opinn hugbúnaður.
about-status-link = Staða þessarar þjónustu

## How it stands
health-title = Staða þjónustunnar
health-lead-good = Allt virkar.
health-lead-starting = Þjónustan er að ræsast.
health-lead-degraded = Ekki er hægt að úthluta nýjum plássum í röðinni eins og er. Allir sem eru með pláss halda því.
health-lead-stopping = Verið er að endurræsa þjónustuna. Allir sem eru með pláss halda því.
health-rooms-heading = Biðstofur
health-room-waiting-label = Fólk í röðinni
health-room-outflow-label = Hleypt inn á síðustu mínútu
health-room-wait-label = Áætlaður biðtími þeirra sem koma núna
health-room-enter = Fara í biðstofuna
health-phase-idle = Ekki opið enn
health-phase-prequeue = Forröð
health-phase-queue = Opið
health-phase-paused = Stopp í bili
health-phase-disabled = Frjáls aðgangur
health-phase-postqueue = Lokað
health-updated = Uppfært: { $time }
