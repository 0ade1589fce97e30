### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Co je to za stránku?
about-lead = Toto je virtuální čekárna. Když chce web navštívit víc lidí, než dokáže dobře obsloužit, čekají tady ve spravedlivém pořadí a jsou vpouštěni jeden po druhém.
about-how-heading = Jak to funguje
about-how-order = Kdo dřív přijde, ten dřív vstoupí. Když se čekárna otevírá v určenou dobu, všichni, kdo tam jsou předtím, dostanou číslo losováním, které si může každý ověřit.
about-how-place = Zatímco čekáte, vaše místo zůstává zachované, i když stránku znovu načtete, ztratíte spojení nebo restartujete prohlížeč.
about-how-turn = Až přijdete na řadu, pustíme vás dál automaticky. Není třeba na nic klikat a opětovné načtení stránky nic neurychlí.
about-privacy-heading = Co o vás uchováváme
about-privacy = Jediný soubor cookie, který drží vaše místo ve frontě, nejdéle 7 dní. Nic vás nesleduje a nic se nenačítá odjinud.
about-accessibility-heading = Pro všechny
about-accessibility = Tyto stránky mají fungovat v každém prohlížeči, s klávesnicí, s odečítačem obrazovky, zvětšené i bez skriptů.
about-what-to-do-heading = Co máte dělat
about-what-to-do = Nic. Otevřete web, který chcete navštívit; když je na něm plno, sám vás přivede do své čekárny.
about-source = Tato čekárna běží na systému Anteroom, který má otevřený zdrojový kód.
about-status-link = Stav této služby

## How it stands
health-title = Stav služby
health-lead-good = Vše funguje.
health-lead-starting = Služba se spouští.
health-lead-degraded = Momentálně nelze přidělovat nová místa ve frontě. Každý, kdo místo má, si ho ponechává.
health-lead-stopping = Služba se restartuje. Každý, kdo místo má, si ho ponechává.
health-rooms-heading = Čekárny
health-room-waiting-label = Počet lidí ve frontě
health-room-outflow-label = Vpuštěno za poslední minutu
health-room-wait-label = Odhadovaná doba čekání pro nově příchozí
health-room-enter = Přejít do čekárny
health-phase-idle = Ještě není otevřeno
health-phase-prequeue = Předběžná fronta
health-phase-queue = Otevřeno
health-phase-paused = Pozastaveno
health-phase-disabled = Volný průchod
health-phase-postqueue = Uzavřeno
health-updated = Aktualizováno: { $time }
