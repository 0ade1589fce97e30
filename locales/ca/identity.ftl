### The identity of a newcomer: a code by e-mail.

identity-title = Confirmeu l’adreça electrònica
identity-lead = Us enviarem un codi. Cada adreça electrònica té un sol lloc a la cua.
identity-send = Envieu-me el codi
identity-sent = Us hem enviat un codi per correu electrònic. És vàlid durant { $duration }.
identity-code-label = Codi del correu electrònic
identity-again = No us ha arribat? Demaneu un codi nou o feu servir una altra adreça
identity-price = Si al cap de { $duration } no ha passat res, torneu a prémer el botó.
identity-price-works = Deixeu aquesta pàgina oberta: el codi s’envia tot sol.
identity-error-code = Aquest codi no és correcte. Comproveu el correu i torneu-ho a provar.
identity-error-old = Aquest codi ja no és vàlid. Demaneu-ne un de nou.
identity-error-soon = Acabem d’enviar diversos codis a aquesta adreça. Mireu la safata d’entrada i la carpeta de correu brossa. En podrem enviar un altre d’aquí a { $duration }.
identity-error-today = Avui no podem enviar més codis a aquesta adreça ni a aquesta connexió. Prova-ho amb una altra adreça o una altra connexió.
identity-error-send = No hem pogut enviar el correu. Torneu-ho a provar d’aquí a un minut.
identity-subject = { $room }: el vostre codi és { $code }
identity-why = Escriviu el codi a la pàgina de la sala d’espera { $room } ({ $host }). Si no l’heu demanat, podeu ignorar aquest correu. No doneu el codi a ningú.
identity-sign-in = Inicieu la sessió
identity-sign-in-lead = Cal que inicieu la sessió. Cada compte té un sol lloc a la cua.
identity-error-sign-in = No s’ha pogut iniciar la sessió. Torneu-ho a provar.
