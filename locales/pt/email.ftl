### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Avise-me por e-mail quando minha vez estiver chegando
email-lead = Deixe seu endereço de e-mail e escreveremos uma única vez, pouco antes da sua vez ({ $duration }). Depois apagamos o endereço.
email-label = Endereço de e-mail
email-save = Salvar
email-kept = Endereço salvo: { $address }
email-remove = Apagar endereço
email-sent = O e-mail foi enviado ou está a caminho. Enviamos apenas um para cada lugar na fila.

## When it does not work
email-error-address = Não podemos enviar e-mails para este endereço. Exemplo: name@example.com
email-error-many = Foram informados endereços demais hoje. Em vez disso, mantenha aberta a página com o seu lugar na fila.
email-error-link = Este link não é mais válido. Seu lugar está no dispositivo em que você o usou por último.

## The e-mail
email-subject = { $room }: sua vez está chegando
email-late = Se você vier mais tarde, mantém seu lugar: liberamos sua entrada assim que houver espaço.
email-late-limit = Se você vier mais tarde, seu lugar é mantido por um tempo limitado depois da sua vez: { $duration }
email-button = Ir para o meu lugar na fila
email-why = Você recebe este e-mail porque seu endereço foi informado na sala de espera { $room } ({ $host }). Ele já foi apagado lá e nenhum outro e-mail será enviado. Se não foi você, ignore este e-mail.

## A notification that comes with the page closed
push-button = Avisar também com a página fechada
push-failed = Não funcionou. Em vez disso, mantenha esta página aberta.
