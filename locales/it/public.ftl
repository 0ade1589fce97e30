### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Che cos’è questa pagina?
about-lead = Questa è una sala d’attesa virtuale. Quando le persone che vogliono visitare un sito sono più di quante il sito possa servire bene, aspettano qui in un ordine equo ed entrano una alla volta.
about-how-heading = Come funziona
about-how-order = Chi arriva prima entra prima. Quando una sala apre a un’ora stabilita, tutte le persone presenti prima ricevono un numero con un sorteggio che chiunque può verificare.
about-how-place = Il tuo posto resta tuo mentre aspetti, anche se ricarichi la pagina, perdi la connessione o riavvii il browser.
about-how-turn = Quando è il tuo turno entri automaticamente. Non c’è nulla su cui fare clic, e ricaricare la pagina non accelera l’attesa.
about-privacy-heading = Che cosa viene conservato su di te
about-privacy = Un solo cookie che mantiene il tuo posto in coda, per 7 giorni al massimo. Non c’è alcun tracciamento e nulla viene caricato da altre parti.
about-accessibility-heading = Per tutti
about-accessibility = Queste pagine sono pensate per funzionare con qualsiasi browser, da tastiera, con uno screen reader, ingrandite e senza script.
about-what-to-do-heading = Che cosa fare
about-what-to-do = Nulla. Apri il sito che vuoi visitare: quando è affollato, ti porta da solo nella sua sala d’attesa.
about-source = Questa sala d’attesa funziona con Anteroom, che è open source.
about-status-link = Stato di questo servizio

## How it stands
health-title = Stato
health-lead-good = Tutto funziona.
health-lead-starting = Il servizio si sta avviando.
health-lead-degraded = Al momento non è possibile assegnare nuovi posti in coda. Chi ne ha uno lo mantiene.
health-lead-stopping = Il servizio si sta riavviando. Chi ha un posto in coda lo mantiene.
health-rooms-heading = Sale d’attesa
health-room-waiting-label = Persone in coda
health-room-outflow-label = Entrate nell’ultimo minuto
health-room-wait-label = Tempo di attesa stimato per chi arriva ora
health-room-enter = Vai alla sala d’attesa
health-phase-idle = Non ancora aperta
health-phase-prequeue = Pre-coda
health-phase-queue = Aperta
health-phase-paused = In pausa
health-phase-disabled = Accesso libero
health-phase-postqueue = Chiusa
health-updated = Aggiornato: { $time }
