### The identity of a newcomer: a code by e-mail.

identity-title = Confirme o seu enderezo de correo
identity-lead = Enviarémoslle un código. Cada enderezo de correo ten un só lugar na cola.
identity-send = Enviarme o código
identity-sent = Enviámoslle un código por correo. É válido durante { $duration }.
identity-code-label = Código do correo
identity-again = Non lle chega o correo? Pida outro código ou use outro enderezo
identity-price = Se non pasou nada despois de { $duration }, prema o botón de novo.
identity-price-works = Deixe esta páxina aberta: o código envíase só.
identity-error-code = Este código non é correcto. Revise o correo e ténteo de novo.
identity-error-old = Este código xa non é válido. Pida un novo.
identity-error-soon = Acabamos de enviar varios códigos a este enderezo. Revise a caixa de entrada e o correo lixo. Poderemos enviar outro en { $duration }.
identity-error-today = Hoxe non podemos enviar máis códigos a este enderezo nin a esta conexión. Proba con outro enderezo ou outra conexión.
identity-error-send = Non puidemos enviar o correo. Ténteo de novo nun minuto.
identity-subject = { $room }: o seu código é { $code }
identity-why = Escriba o código na páxina da sala de espera { $room } ({ $host }). Se non o pediu, pode ignorar este correo. Non lle dea o código a ninguén.
identity-sign-in = Iniciar sesión
identity-sign-in-lead = Inicie sesión para obter un lugar. Cada conta ten un só lugar na cola.
identity-error-sign-in = Non se puido iniciar sesión. Ténteo de novo.
