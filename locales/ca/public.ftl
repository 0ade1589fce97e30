### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Què és aquesta pàgina?
about-lead = Això és una sala d’espera virtual. Quan volen visitar un lloc web més persones de les que pot atendre bé, s’esperen aquí en un ordre just i entren d’una en una.
about-how-heading = Com funciona
about-how-order = Qui arriba primer entra primer. Si una sala obre a una hora fixada, tothom que hi és abans rep un número per sorteig, i qualsevol pot comprovar aquest sorteig.
about-how-place = El vostre lloc es conserva mentre espereu, encara que torneu a carregar la pàgina, perdeu la connexió o reinicieu el navegador.
about-how-turn = Quan us toca, entreu automàticament. No cal clicar res i tornar a carregar la pàgina no ho fa anar més de pressa.
about-privacy-heading = Què es desa sobre vós
about-privacy = Una sola galeta, que conté el vostre lloc a la cua, durant 7 dies com a màxim. No hi ha cap seguiment i no es carrega res d’enlloc més.
about-accessibility-heading = Per a tothom
about-accessibility = Aquestes pàgines estan pensades per funcionar amb qualsevol navegador, amb el teclat, amb un lector de pantalla, ampliades i sense scripts.
about-what-to-do-heading = Què heu de fer
about-what-to-do = Res. Obriu el lloc web que voleu visitar; quan hi ha molta gent, us porta ell mateix a la seva sala d’espera.
about-source = Aquesta sala d’espera funciona amb Anteroom, un programari de codi obert.
about-status-link = Estat d’aquest servei

## How it stands
health-title = Estat
health-lead-good = Tot funciona.
health-lead-starting = El servei s’està iniciant.
health-lead-degraded = Ara mateix no es poden donar llocs nous a la cua. Tothom qui té un lloc el conserva.
health-lead-stopping = El servei s’està reiniciant. Tothom qui té un lloc el conserva.
health-rooms-heading = Sales d’espera
health-room-waiting-label = Persones a la cua
health-room-outflow-label = Han entrat durant l’últim minut
health-room-wait-label = Espera estimada per a qui arriba ara
health-room-enter = Aneu a la sala d’espera
health-phase-idle = Encara no és oberta
health-phase-prequeue = Cua prèvia
health-phase-queue = Oberta
health-phase-paused = En pausa
health-phase-disabled = Entrada lliure
health-phase-postqueue = Tancada
health-updated = Actualitzat: { $time }
