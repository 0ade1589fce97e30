### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Envieu-me un correu quan gairebé em toqui
email-lead = Deixeu la vostra adreça electrònica i us escriurem una sola vegada, poc abans del vostre torn ({ $duration }). Després esborrem l’adreça.
email-label = Adreça electrònica
email-save = Desa
email-kept = Adreça desada: { $address }
email-remove = Esborra l’adreça
email-sent = El correu s’ha enviat o és de camí. Només n’hi ha un per a cada lloc.

## When it does not work
email-error-address = No podem enviar cap correu a aquesta adreça. Exemple: name@example.com
email-error-many = Avui s’han donat massa adreces. En lloc d’això, deixeu oberta la pàgina del vostre lloc.
email-error-link = Aquest enllaç ja no és vàlid. El vostre lloc és al dispositiu on el vau fer servir per última vegada.

## The e-mail
email-subject = { $room }: gairebé us toca
email-late = Si veniu més tard, conserveu el lloc a la cua: us deixarem entrar tan bon punt hi hagi espai.
email-late-limit = Si veniu més tard, el lloc es conserva un temps limitat després del vostre torn: { $duration }
email-button = Ves al meu lloc a la cua
email-why = Rebeu aquest correu perquè algú va introduir la vostra adreça a la sala d’espera { $room } ({ $host }). Ara ja s’hi ha esborrat i no rebreu cap altre correu. Si no vau ser vós, podeu ignorar aquest correu.

## A notification that comes with the page closed
push-button = Avisa’m també amb la pàgina tancada
push-failed = No ha funcionat. En lloc d’això, deixeu oberta aquesta pàgina.
