### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Il sorteggio ti ha assegnato il numero { $number }
draw-lead-drawn = Partecipanti: { $population }. Il tuo numero deriva dai documenti pubblicati; ormai nessuno può cambiarlo.
draw-heading-kept = Mantieni il numero { $number }
draw-lead-kept = Il tuo posto in coda è stato assegnato dopo la chiusura del sorteggio, quindi il tuo numero viene dopo quelli sorteggiati.
draw-heading-not-yet = Il tuo numero non è ancora stato sorteggiato
draw-lead-not-yet = Chi arriva prima della chiusura del sorteggio ha la stessa probabilità di tutti gli altri. Non conta chi è arrivato prima.
draw-heading-to-come = Questo sorteggio non si è ancora svolto
draw-heading-aborted = Questo sorteggio è stato annullato
draw-lead-aborted = Non assegna un numero a nessuno. I suoi documenti restano pubblicati, insieme al motivo.
draw-heading-public = Il sorteggio di questa sala d’attesa
draw-lead-public = Per vedere anche il tuo numero, apri questa pagina dal tuo posto in coda.
draw-heading-broken = Questo sorteggio non è valido
draw-lead-broken = I documenti pubblicati non superano la verifica. Conservane una copia insieme alla tua ricevuta e contatta l’assistenza del sito.

draw-checked = Che cosa è stato verificato
draw-check-all = Sorteggi pubblicati: { $count }. I loro documenti concordano e sono firmati con la stessa chiave.
draw-check-commitment = Prima della chiusura del sorteggio il gestore ha fissato un segreto pubblicandone l’impronta crittografica (hash).
draw-check-to-come = Il gestore ha fissato un segreto pubblicandone l’impronta crittografica (hash). Gli altri documenti vengono pubblicati quando si svolge il sorteggio.
draw-check-cut-off = Poi il gestore ha fissato e firmato quante persone partecipano: { $population }.
draw-check-reveal = In seguito il segreto è stato pubblicato. È quello che era stato fissato e, insieme al numero dei partecipanti, determina il numero di ciascuno.
draw-check-abort = Il gestore ha firmato che il sorteggio è stato annullato, con il motivo «{ $reason }».
draw-check-receipt = La tua ricevuta è autentica e appartiene a questo sorteggio.

draw-cautions = Che cosa la verifica non dimostra
draw-caution-without-beacon = In questo sorteggio non è entrato alcun numero casuale pubblico: il gestore avrebbe potuto influire su quante persone venivano sorteggiate e quindi sull’ordine.
draw-caution-unknown-chain = Non conosciamo il calendario del numero casuale pubblico. Controlla quando è stato pubblicato.
draw-caution-committed-late = Il segreto è stato fissato solo quando ci si poteva già mettere in coda.
draw-caution-drawn-again = Il sorteggio è stato ripetuto. Sorteggi annullati prima di questo: { $count }.
draw-caution-own-server = Questa pagina viene dal server che ha svolto il sorteggio. Se non vuoi fidarti sulla parola, verifica di persona.

draw-yourself = Verifica di persona
draw-get-document = Scarica il sorteggio pubblicato
draw-get-receipt = Scarica la tua ricevuta e conservala
draw-run-command = Metti i file in un’unica cartella ed esegui uno di questi comandi sul tuo computer. I programmi fanno parte del progetto open source Anteroom; scaricali da lì, non da questo server.
draw-compare-key = Confronta questa chiave con quella che il gestore mostra altrove:
draw-back = Torna al tuo posto in coda
