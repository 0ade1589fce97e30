### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Sendið mér tölvupóst þegar röðin er að koma að mér
email-lead = Skildu eftir netfangið þitt og við skrifum þér einu sinni, skömmu áður en röðin kemur að þér ({ $duration }). Síðan eyðum við netfanginu.
email-label = Netfang
email-save = Vista
email-kept = Vistað netfang: { $address }
email-remove = Eyða netfanginu
email-sent = Tölvupósturinn hefur verið sendur eða er á leiðinni. Það er aðeins einn fyrir hvert pláss.

## When it does not work
email-error-address = Við getum ekki sent póst á þetta netfang. Dæmi: name@example.com
email-error-many = Of mörg netföng hafa verið gefin upp í dag. Hafðu frekar síðuna með plássinu þínu opna.
email-error-link = Þessi hlekkur gildir ekki lengur. Plássið þitt er í tækinu þar sem þú notaðir það síðast.

## The e-mail
email-subject = { $room }: röðin er að koma að þér
email-late = Ef þú kemur seinna heldur þú plássinu í röðinni: við hleypum þér inn um leið og hægt er.
email-late-limit = Ef þú kemur seinna er plássið þitt geymt í takmarkaðan tíma eftir að röðin kemur að þér: { $duration }
email-button = Fara í plássið mitt í röðinni
email-why = Þú færð þennan tölvupóst af því að netfangið þitt var gefið upp í biðstofunni { $room } ({ $host }). Þar hefur því nú verið eytt og enginn annar póstur fylgir. Ef það varst ekki þú geturðu hunsað þennan póst.

## A notification that comes with the page closed
push-button = Láta mig vita þótt síðan sé lokuð
push-failed = Það tókst ekki. Hafðu frekar þessa síðu opna.
