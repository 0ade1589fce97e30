### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } davanti a te · { $room }
status-title-waiting = Sei in coda · { $room }
status-title-next = Il prossimo turno è il tuo · { $room }
status-title-first-in-line = È il tuo turno · { $room }
status-title-paused = In pausa · { $room }
status-title-sold-out = Esaurito · { $room }
status-title-redirecting = Stai entrando · { $room }
status-title-starts = Inizio tra { $countdown } · { $room }
status-title-idle = Non ancora aperta · { $room }
status-title-prequeue = Prima dell’inizio · { $room }
status-title-drawing = Sorteggio dei numeri in corso · { $room }
status-title-ended = Chiusa · { $room }

## Heading and the sentence under it
status-headline-in-line = Sei in coda
status-headline-next = Il prossimo turno è il tuo
status-headline-almost = Ci sei quasi
status-headline-first-in-line = È il tuo turno
status-headline-paused = La coda è in pausa
status-headline-sold-out = Al momento tutto esaurito
status-headline-idle = Non è ancora iniziato
status-headline-prequeue = Sei nella pre-coda
status-headline-drawing = È in corso il sorteggio dei numeri
status-headline-ended = Questa sala d’attesa è chiusa
status-lead-in-line = Quando sarà il tuo turno, ti faremo entrare automaticamente.
status-lead-next = Davanti a te non c’è più nessuno. Ti facciamo entrare appena c’è posto.
status-lead-almost = Sei tra le prossime persone che faremo entrare. Resta su questa pagina.
status-lead-first-in-line = Resta su questa pagina. Ti facciamo entrare appena c’è posto.
status-lead-paused = Al momento non entra nessuno. Il tuo posto resta tuo e la coda riprenderà appena possibile.
status-lead-sold-out = Ora non è rimasto nulla, perciò non entra nessuno. Il tuo posto in coda resta tuo, nel caso torni disponibile qualcosa.
status-lead-idle = Non hai ancora un posto in coda. Tieni aperta questa pagina: te ne assegna uno appena apre la sala d’attesa.
status-lead-prequeue = Chi è qui all’inizio ha la stessa probabilità di tutti gli altri: i numeri vengono sorteggiati. Non conta chi è arrivato prima.
status-lead-drawing = Bastano pochi secondi. Il tuo numero compare da solo appena il sorteggio è concluso.
status-lead-ended = Non entra più nessuno. Grazie per l’interesse.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] C’è { $ahead } persona davanti a te.
        [many] Ci sono { $ahead } persone davanti a te.
       *[other] Ci sono { $ahead } persone davanti a te.
    } Tempo di attesa stimato: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] C’è { $ahead } persona davanti a te.
        [many] Ci sono { $ahead } persone davanti a te.
       *[other] Ci sono { $ahead } persone davanti a te.
    }
status-announce-wait = Tempo di attesa stimato: { $wait }.
status-announce-next = Davanti a te non c’è più nessuno. Tempo di attesa stimato: { $wait }.
status-announce-first-in-line = È il tuo turno. Ti facciamo entrare appena c’è posto.
status-announce-paused = La coda è in pausa. Il tuo posto resta tuo.
status-announce-redirecting = Ti stiamo facendo entrare ora.
status-announce-starts = Tempo che manca all’inizio: { $countdown }.
status-announce-idle = Non è ancora iniziato. Non hai ancora un posto in coda.
status-announce-prequeue = Sei nella pre-coda. I numeri vengono sorteggiati dopo l’inizio.
status-announce-drawing = È in corso il sorteggio dei numeri. Bastano pochi secondi.
status-announce-ended = Questa sala d’attesa è chiusa.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = al momento non disponibile
status-wait-not-yet = non ancora disponibile
status-wait-under-a-minute = meno di un minuto
status-wait-over-a-day = più di un giorno
status-wait-about = circa { $duration }
status-wait-up-to = fino a { $duration }
status-wait-between = da { $low } a { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuto
        [many] { $low }–{ $high } minuti
       *[other] { $low }–{ $high } minuti
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } ora
        [many] { $low }–{ $high } ore
       *[other] { $low }–{ $high } ore
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Ne restano circa { $left }.
status-stock-few = Ne restano pochissimi.

## The time to the start, under “Time until the start”
status-countdown-now = un attimo
status-countdown-under-a-minute = meno di un minuto

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = L’attesa ora è più lunga perché si entra più lentamente.
status-reason-paused = L’attesa ora è più lunga perché la coda è stata messa in pausa.
status-reason-more-came-back = L’attesa ora è più lunga perché sono tornate più persone del previsto.
status-reason-store-away = L’attesa ora è più lunga perché abbiamo un problema tecnico. Ci stiamo lavorando.
status-reason-capped-by-sessions = L’attesa ora è più lunga perché il sito è pieno. Si entra man mano che altre persone escono.
status-reason-pool-shared = L’attesa ora è più lunga perché un’altra coda porta allo stesso sito ed è anch’essa affollata.
status-reason-autotune-slowed = L’attesa ora è più lunga perché in questo momento il sito è lento e quindi entrano meno persone.
status-reason-priority = L’attesa ora è più lunga perché le persone con priorità entrano per prime.
status-reason-restored = L’attesa ora è più lunga perché abbiamo dovuto ripristinare la coda dopo un problema tecnico.
