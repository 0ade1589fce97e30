### European Portuguese: only what differs from `locales/pt`.

email-title = Avisar-me por e-mail quando a minha vez estiver a chegar
email-lead = Deixe o seu endereço de e-mail e escrevemos-lhe uma única vez, pouco antes da sua vez ({ $duration }). Depois apagamos o endereço.
email-save = Guardar
email-kept = Endereço guardado: { $address }
email-sent = O e-mail foi enviado ou está a caminho. Enviamos apenas um por cada lugar na fila.
email-error-many = Hoje já foram indicados demasiados endereços. Em alternativa, mantenha aberta a página com o seu lugar na fila.
email-error-link = Este link já não é válido. O seu lugar na fila está no dispositivo em que o usou pela última vez.
email-subject = { $room }: a sua vez está a chegar
email-late = Se vier mais tarde, mantém o seu lugar na fila: entra assim que houver espaço.
email-late-limit = Se vier mais tarde, o seu lugar na fila é mantido durante um tempo limitado depois da sua vez: { $duration }
email-why = Recebe este e-mail porque o seu endereço foi indicado na sala de espera { $room } ({ $host }). Já foi apagado dessa sala e não será enviado mais nenhum e-mail. Se não foi o próprio a indicá-lo, ignore este e-mail.

## A notification that comes with the page closed
push-failed = Não funcionou. Em alternativa, mantenha esta página aberta.
