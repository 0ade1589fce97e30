### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Kas tai per puslapis?
about-lead = Tai virtualus laukiamasis. Kai svetainėje nori apsilankyti daugiau žmonių, nei ji gali gerai aptarnauti, jie čia laukia sąžininga tvarka ir įleidžiami po vieną.
about-how-heading = Kaip tai veikia
about-how-order = Kas pirmas atėjo, tas pirmas įleidžiamas. Jei laukiamasis atidaromas nustatytu laiku, visi, kurie ten yra anksčiau, gauna numerį traukiant burtus, ir tai gali patikrinti kiekvienas.
about-how-place = Kol laukiate, jūsų vieta išsaugoma, net jei puslapį įkeliate iš naujo, nutrūksta ryšys arba iš naujo paleidžiate naršyklę.
about-how-turn = Kai ateina jūsų eilė, esate įleidžiami automatiškai. Nieko spausti nereikia, o įkeliant iš naujo greičiau nebus.
about-privacy-heading = Kas apie jus saugoma
about-privacy = Vienas slapukas, kuriame įrašyta jūsų vieta eilėje, – ne ilgiau kaip 7 dienas. Jūsų nesekame, ir iš kitur nieko neįkeliama.
about-accessibility-heading = Visiems
about-accessibility = Šie puslapiai sukurti taip, kad veiktų bet kurioje naršyklėje, valdant klaviatūra, su ekrano skaitytuvu, padidinti ir be scenarijų.
about-what-to-do-heading = Ką daryti
about-what-to-do = Nieko. Atverkite svetainę, kurioje norite apsilankyti; kai joje daug žmonių, ji pati atveda jus į savo laukiamąjį.
about-source = Šis laukiamasis veikia su atvirojo kodo programine įranga Anteroom.
about-status-link = Šios paslaugos būsena

## How it stands
health-title = Būsena
health-lead-good = Viskas veikia.
health-lead-starting = Paslauga paleidžiama.
health-lead-degraded = Šiuo metu naujų vietų eilėje suteikti negalima. Visiems, kurie vietą turi, ji lieka.
health-lead-stopping = Paslauga paleidžiama iš naujo. Visiems, kurie vietą turi, ji lieka.
health-rooms-heading = Laukiamieji
health-room-waiting-label = Žmonių eilėje
health-room-outflow-label = Įleista per paskutinę minutę
health-room-wait-label = Numatomas laukimo laikas naujai atėjusiems
health-room-enter = Eiti į laukiamąjį
health-phase-idle = Dar neatidarytas
health-phase-prequeue = Išankstinė eilė
health-phase-queue = Atidarytas
health-phase-paused = Pristabdytas
health-phase-disabled = Laisvas įėjimas
health-phase-postqueue = Uždarytas
health-updated = Atnaujinta: { $time }
