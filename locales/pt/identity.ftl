### The identity of a newcomer: a code by e-mail.

identity-title = Confirme seu endereço de e-mail
identity-lead = Vamos enviar um código. Cada endereço de e-mail tem um só lugar na fila.
identity-send = Enviar o código
identity-sent = Enviamos um código por e-mail. Ele vale por { $duration }.
identity-code-label = Código do e-mail
identity-again = Não chegou? Peça um novo código ou use outro endereço
identity-price = Se nada tiver acontecido após { $duration }, use o botão novamente.
identity-price-works = Mantenha esta página aberta: o código é enviado automaticamente.
identity-error-code = Este código não está correto. Confira o e-mail e tente de novo.
identity-error-old = Este código não vale mais. Peça um novo.
identity-error-soon = Vários códigos acabam de ser enviados para este endereço. Verifique a caixa de entrada e a pasta de spam. Outro poderá ser enviado em { $duration }.
identity-error-today = Hoje não podemos enviar mais códigos para este endereço nem para esta conexão. Tente outro endereço ou outra conexão.
identity-error-send = Não foi possível enviar o e-mail. Tente de novo em um minuto.
identity-subject = { $room }: seu código é { $code }
identity-why = Digite o código na página da sala de espera { $room } ({ $host }). Se você não o pediu, ignore este e-mail. Não passe o código a ninguém.
identity-sign-in = Entrar na conta
identity-sign-in-lead = Entre na sua conta para ter um lugar. Cada conta tem um só lugar na fila.
identity-error-sign-in = Não foi possível entrar na conta. Tente de novo.
