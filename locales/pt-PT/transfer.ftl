### European Portuguese: only what differs from `locales/pt`.

move-title = Continuar noutro dispositivo
move-lead = Pode levar o seu lugar na fila consigo, por exemplo para o telemóvel. A partir daí só vale no novo dispositivo e deixa de valer neste.
move-code-label = O seu código
move-scan = Leia esta imagem com a câmara do outro dispositivo, ou abra nele este endereço e introduza o código:
move-picture-alt = Um código QR com o endereço e o seu código
move-good-for = O código só pode ser usado uma vez, nos próximos 5 minutos. Não o mostre a ninguém que não deva ficar com o seu lugar.
move-enter-title = Receber o seu lugar na fila
move-enter-lead = Introduza o código que o outro dispositivo mostra.
move-confirm-lead = Com este botão, o seu lugar na fila passa para este dispositivo. No outro, deixa de valer.
move-confirm-button = Trazer o meu lugar para aqui
move-confirm-replaces = Este navegador já tem um lugar nesta fila. Será trocado pelo que vai receber.
move-error-code = Este código não é válido. Pode estar mal escrito, já ter sido usado ou ter mais de 5 minutos. Mostre um novo código no outro dispositivo.
move-error-many = Houve demasiadas tentativas. Aguarde um minuto e tente de novo.
move-error-limit = Este lugar na fila já foi transferido tantas vezes quantas é possível. Permaneça no dispositivo em que está.
move-error-away = De momento não é possível, devido a um problema técnico do nosso lado. O seu lugar continua onde está. Tente de novo.
move-error-turn = Já é a sua vez no outro dispositivo. Continue nesse.
move-priority-lead = Introduza o seu código. Passa então a esperar na fila do respetivo grupo e perde o seu lugar atual.
move-priority-error = Este código não é válido aqui. Pode estar mal escrito, já ter sido usado ou ter expirado. O seu lugar continua como está.
