### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Avisarme por correo cuando falte poco para mi turno
email-lead = Deje su dirección de correo y le escribiremos una sola vez, poco antes de su turno ({ $duration }). Después borramos la dirección.
email-label = Dirección de correo electrónico
email-save = Guardar
email-kept = Dirección guardada: { $address }
email-remove = Borrar la dirección
email-sent = El correo se ha enviado o está en camino. Solo hay uno por cada lugar en la fila.

## When it does not work
email-error-address = No podemos enviar correos a esta dirección. Ejemplo: name@example.com
email-error-many = Hoy se han indicado demasiadas direcciones. En su lugar, mantenga abierta la página de espera.
email-error-link = Este enlace ya no es válido. Su lugar en la fila está en el dispositivo donde lo usó por última vez.

## The e-mail
email-subject = { $room }: falta poco para su turno
email-late = Si viene más tarde, conserva su lugar en la fila: le daremos paso en cuanto haya espacio.
email-late-limit = Si viene más tarde, su lugar en la fila se conserva un tiempo limitado después de su turno: { $duration }
email-button = Ir a mi lugar en la fila
email-why = Recibe este correo porque se indicó su dirección en la sala de espera { $room } ({ $host }). Ya se ha borrado allí y no recibirá ningún otro correo. Si no fue usted, puede ignorar este correo.

## A notification that comes with the page closed
push-button = Avisarme también con la página cerrada
push-failed = No ha funcionado. En su lugar, mantenga abierta esta página.
