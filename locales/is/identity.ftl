### The identity of a newcomer: a code by e-mail.

identity-title = Staðfestu netfangið þitt
identity-lead = Við sendum þér kóða. Hvert netfang fær eitt pláss í röðinni.
identity-send = Senda mér kóðann
identity-sent = Við sendum þér kóða í tölvupósti. Hann gildir í { $duration }.
identity-code-label = Kóðinn úr tölvupóstinum
identity-again = Kom enginn póstur? Fáðu nýjan kóða eða notaðu annað netfang
identity-price = Ef ekkert gerist skaltu ýta aftur á hnappinn. Biðtíminn áður: { $duration }.
identity-price-works = Hafðu þessa síðu opna: kóðinn er sendur sjálfkrafa.
identity-error-code = Þessi kóði er ekki réttur. Skoðaðu póstinn og reyndu aftur.
identity-error-old = Þessi kóði gildir ekki lengur. Fáðu nýjan.
identity-error-soon = Við vorum að senda nokkra kóða á þetta netfang. Athugaðu innhólfið og ruslpóstinn. Tími þar til við getum sent annan: { $duration }.
identity-error-today = Við getum ekki sent fleiri kóða á þetta netfang eða þessa tengingu í dag. Prófaðu annað netfang eða aðra tengingu.
identity-error-send = Ekki tókst að senda póstinn. Reyndu aftur eftir eina mínútu.
identity-subject = { $room }: kóðinn þinn er { $code }
identity-why = Sláðu kóðann inn á síðu biðstofunnar { $room } ({ $host }). Ef þú baðst ekki um hann geturðu hunsað þennan póst. Ekki láta neinn fá kóðann.
identity-sign-in = Skrá inn
identity-sign-in-lead = Skráðu þig inn til að fá pláss. Hver reikningur fær eitt pláss í röðinni.
identity-error-sign-in = Innskráning tókst ekki. Reyndu aftur.
