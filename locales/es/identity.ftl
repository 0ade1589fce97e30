### The identity of a newcomer: a code by e-mail.

identity-title = Confirme su dirección de correo
identity-lead = Le enviaremos un código. Cada dirección de correo tiene un solo lugar en la fila.
identity-send = Enviarme el código
identity-sent = Le hemos enviado un código por correo. Es válido durante { $duration }.
identity-code-label = Código del correo
identity-again = ¿No llega el correo? Pida otro código o use otra dirección
identity-price = Si no ha pasado nada después de { $duration }, pulse el botón de nuevo.
identity-price-works = Deje esta página abierta: el código se envía solo.
identity-error-code = Este código no es correcto. Revise el correo e inténtelo de nuevo.
identity-error-old = Este código ya no es válido. Pida uno nuevo.
identity-error-soon = Acabamos de enviar varios códigos a esta dirección. Revise la bandeja de entrada y la carpeta de correo no deseado. Podremos enviar otro en { $duration }.
identity-error-today = Hoy no podemos enviar más códigos a esta dirección ni a esta conexión. Prueba con otra dirección u otra conexión.
identity-error-send = No hemos podido enviar el correo. Inténtelo de nuevo en un minuto.
identity-subject = { $room }: su código es { $code }
identity-why = Escriba el código en la página de la sala de espera { $room } ({ $host }). Si no lo ha pedido, puede ignorar este correo. No dé el código a nadie.
identity-sign-in = Iniciar sesión
identity-sign-in-lead = Inicie sesión para obtener un lugar. Cada cuenta tiene un solo lugar en la fila.
identity-error-sign-in = No se ha podido iniciar sesión. Inténtelo de nuevo.
