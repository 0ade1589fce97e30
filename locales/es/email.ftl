### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Avíseme por correo cuando casi sea mi turno
email-lead = Deje su dirección de correo y le escribiremos una sola vez, poco antes de su turno ({ $duration }). Después borramos la dirección.
email-label = Dirección de correo electrónico
email-save = Guardar
email-kept = Dirección guardada: { $address }
email-remove = Borrar la dirección
email-sent = El correo se ha enviado o está en camino. Solo hay uno por cada lugar.

## When it does not work
email-error-address = Esta no es una dirección de correo completa. Ejemplo: name@example.com
email-error-many = Hoy se han dado demasiadas direcciones. Mantenga abierta la página de su lugar.
email-error-link = Este enlace ya no es válido. Su lugar está en el dispositivo donde lo usó por última vez.

## The e-mail
email-subject = { $room }: casi es su turno
email-late = Si viene más tarde, conserva su lugar: le dejamos entrar en cuanto haya sitio.
email-late-limit = Si viene más tarde, su lugar se conserva un tiempo limitado después de su turno: { $duration }
email-button = Ir a mi lugar
email-why = Recibe este correo porque se indicó su dirección en la sala de espera { $host }. Ya se ha borrado allí y no recibirá ningún otro correo. Si no fue usted, puede ignorar este correo.
