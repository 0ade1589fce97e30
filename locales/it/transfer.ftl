### Moving a place to another device.

## On the device that has the place
move-title = Continua su un altro dispositivo
move-lead = Puoi portare con te il tuo posto in coda, per esempio sul telefono. Da quel momento vale solo sul nuovo dispositivo e non più su quello che stai usando ora.
move-make-code = Mostra un codice
move-code-label = Il tuo codice
move-scan = Inquadra questa immagine con la fotocamera dell’altro dispositivo, oppure apri lì questo indirizzo e digita il codice:
move-picture-alt = Un codice QR che contiene l’indirizzo con il tuo codice
move-good-for = Il codice vale per un solo uso entro i prossimi 5 minuti. Non mostrarlo a chi non deve avere il tuo posto.
move-back = Torna al tuo posto in coda
move-new-code = Mostra un nuovo codice

## On the device that takes it over
move-enter-title = Porta qui il tuo posto in coda
move-enter-lead = Digita il codice mostrato dall’altro dispositivo.
move-enter-button = Continua
move-confirm-lead = Con questo pulsante il tuo posto in coda passa a questo dispositivo. Sull’altro non sarà più valido.
move-confirm-button = Trasferisci qui il mio posto
# The place that this browser holds itself is given up.
move-confirm-replaces = Questo browser ha già un posto in questa coda. Lo perderai: lo sostituisce quello che trasferisci qui.

## When it does not work
move-error-code = Questo codice non è valido. Forse contiene un errore, è già stato usato o risale a più di 5 minuti fa. Mostra un nuovo codice sull’altro dispositivo.
move-error-many = Ci sono stati troppi tentativi. Aspetta un minuto e riprova.
move-error-limit = Questo posto è già stato trasferito tutte le volte possibili. Resta sul dispositivo su cui si trova ora.
move-error-away = Al momento non è possibile a causa di un problema tecnico. Il tuo posto resta dov’è. Riprova.
move-error-turn = Sull’altro dispositivo è già il tuo turno. Prosegui lì.

## Into the line of a priority group
move-priority-title = Ho un codice di priorità
move-priority-lead = Digita il tuo codice. Aspetterai nella coda del suo gruppo e perderai il tuo posto attuale.
move-priority-error = Questo codice non è valido qui. Forse contiene un errore, è già stato usato o è scaduto. Il tuo posto resta com’è.
