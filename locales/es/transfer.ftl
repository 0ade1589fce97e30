### Moving a place to another device.

## On the device that has the place
move-title = Continuar en otro dispositivo
move-lead = Puede llevarse su lugar en la fila, por ejemplo a su teléfono. A partir de entonces solo vale en el dispositivo nuevo, y ya no en el que está usando ahora.
move-make-code = Mostrar un código
move-code-label = Su código
move-scan = Escanee esta imagen con la cámara del otro dispositivo, o abra allí esta dirección y escriba el código:
move-picture-alt = Código QR que contiene la dirección con su código
move-good-for = El código vale para un solo uso en los próximos 5 minutos. No se lo muestre a nadie a quien no quiera ceder su lugar.
move-back = Volver a su lugar en la fila
move-new-code = Mostrar un código nuevo

## On the device that takes it over
move-enter-title = Traer su lugar a este dispositivo
move-enter-lead = Escriba el código que muestra el otro dispositivo.
move-enter-button = Continuar
move-confirm-lead = Con este botón, su lugar en la fila pasa a este dispositivo. En el otro dejará de ser válido.
move-confirm-button = Trasladar mi lugar aquí
# The place that this browser holds itself is given up.
move-confirm-replaces = Este navegador ya tiene un lugar en esta fila. Lo perderá y lo sustituirá el que va a recibir.

## When it does not work
move-error-code = Este código no es válido. Puede estar mal escrito, haberse usado ya o tener más de 5 minutos. Muestre un código nuevo en el otro dispositivo.
move-error-many = Ha habido demasiados intentos. Espere un minuto e inténtelo de nuevo.
move-error-limit = Este lugar ya se ha trasladado el máximo de veces posible. Permanezca en el dispositivo que lo tiene.
move-error-away = No es posible en este momento por un problema técnico. Su lugar sigue donde está. Inténtelo de nuevo.
move-error-turn = Ya es su turno en el otro dispositivo. Continúe allí, por favor.

## Into the line of a priority group
move-priority-title = Tengo un código de prioridad
move-priority-lead = Escriba su código. Después esperará en la fila de su grupo y renunciará a su lugar actual.
move-priority-error = Este código no es válido aquí. Puede estar mal escrito, haberse usado ya o haber caducado. Su lugar sigue como está.
