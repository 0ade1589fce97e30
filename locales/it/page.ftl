### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Persone davanti a te
page-wait-label = Tempo di attesa stimato
page-number-label = Il tuo numero in coda
page-progress-label = Il tuo avanzamento nella coda
page-updated-label = Ultimo aggiornamento
page-message-label = Avviso
page-keep-open = Tieni aperta questa pagina. Si aggiorna da sola e il tuo posto resta tuo anche se la ricarichi o torni un po’ più tardi.
page-leave = Esci dalla coda
page-queue-id-label = Identificativo di coda
page-offline = La connessione si è interrotta. Il tuo posto resta tuo e continuiamo a riprovare.
page-online-again = La connessione è tornata.
page-redirecting-headline = Ti stiamo facendo entrare
page-redirecting-lead = Grazie per l’attesa. Tra un attimo ci sei.
page-redirecting-link = Vai ora
page-skip = Vai direttamente al tuo posto in coda
page-powered-by = Realizzato con Anteroom
page-about-link = Che cos’è questa pagina?
page-status-link = Stato di questa sala d’attesa

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tempo che manca all’inizio
page-prequeue-countdown-label = Tempo che manca all’apertura della pre-coda
# Label over a date with a time of day.
page-starts-at-label = Inizio
page-keep-open-before = Tieni aperta questa pagina. Si aggiorna da sola e resti nel sorteggio anche se la ricarichi o torni prima dell’inizio.
page-keep-open-idle = Questa pagina si aggiorna da sola. Non serve ricaricarla.

## Be told when it is your turn
page-notify-heading = Avvisami quando è il mio turno
page-notify-sound = Riproduci un suono
page-notify-vibration = Vibra
page-notify-notification = Mostra una notifica
page-notify-denied = Il tuo browser non consente le notifiche per questa pagina. Puoi modificarlo nelle sue impostazioni.

## Language and device
page-language-label = Lingua
page-language-apply = Cambia lingua
page-move-link = Continua su un altro dispositivo

## The draw
page-draw-heading = Che cosa succede all’inizio
page-draw-closing = Poco dopo l’inizio la pre-coda chiude. Chi arriva più tardi si mette in coda dietro a tutte le persone che erano qui.
page-draw-chance = Poi viene sorteggiato un numero per ogni persona nella pre-coda. Tutte hanno la stessa probabilità, che siano arrivate presto o tardi.
page-draw-number = Il tuo numero compare su questa pagina e si entra a partire dal numero più basso.
page-draw-with-beacon = Nel sorteggio entra un numero casuale pubblico che nessuno può conoscere in anticipo, così nessuno può sceglierne l’esito.
page-draw-check = Chiunque può verificare il sorteggio in seguito.
page-draw-receipt = Chiunque può verificare il sorteggio in seguito. La ricevuta dimostra che partecipi: conservala fino ad allora.
page-draw-receipt-link = Scarica la ricevuta
page-draw-check-link = Come verificare il sorteggio
page-drawn-link = Il tuo numero è stato sorteggiato – verifica il sorteggio

## After the end
page-skip-content = Vai al contenuto
page-ended-help = Per vedere che cosa è disponibile ora, vai direttamente sul sito.
page-back-to-site = Torna al sito
