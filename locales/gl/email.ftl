### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Escríbame cando case sexa a miña quenda
email-lead = Deixe o seu enderezo de correo e escribirémoslle unha soa vez, pouco antes da súa quenda ({ $duration }). Despois borramos o enderezo.
email-label = Enderezo de correo electrónico
email-save = Gardar
email-kept = Enderezo gardado: { $address }
email-remove = Borrar o enderezo
email-sent = O correo enviouse ou está de camiño. Só hai un por cada lugar.

## When it does not work
email-error-address = Non podemos enviar correos a este enderezo. Exemplo: name@example.com
email-error-many = Hoxe déronse demasiados enderezos. Manteña aberta a páxina do seu lugar, por favor.
email-error-link = Esta ligazón xa non é válida. O seu lugar está no dispositivo onde o usou por última vez.

## The e-mail
email-subject = { $room }: case é a súa quenda
email-late = Se vén máis tarde, conserva o seu lugar na cola: darémoslle paso en canto haxa sitio.
email-late-limit = Se vén máis tarde, o seu lugar consérvase un tempo limitado despois da súa quenda: { $duration }
email-button = Ir ao meu lugar na cola
email-why = Recibe este correo porque se indicou o seu enderezo na sala de espera { $room } ({ $host }). Alí xa está borrado e non recibirá ningún outro correo. Se non foi vostede, pode ignorar este correo.

## A notification that comes with the page closed
push-button = Avisarme tamén coa páxina pechada
push-failed = Non funcionou. Manteña aberta esta páxina, por favor.
