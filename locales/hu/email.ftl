### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = E-mailt kérek, amikor mindjárt én következem
email-lead = Adja meg az e-mail-címét, és egyszer írunk Önnek, röviddel azelőtt, hogy Ön következik ({ $duration }). Utána töröljük a címet.
email-label = E-mail-cím
email-save = Mentés
email-kept = Mentett cím: { $address }
email-remove = Cím törlése
email-sent = Az e-mailt elküldtük, vagy már úton van. A sorban minden helyhez csak egy tartozik.

## When it does not work
email-error-address = Erre a címre nem tudunk e-mailt küldeni. Példa: name@example.com
email-error-many = Ma már túl sok címet adtak meg. Kérjük, inkább tartsa nyitva a várakozóoldalt.
email-error-link = Ez a hivatkozás már nem érvényes. A helye a sorban azon az eszközön van, amelyen legutóbb használta.

## The e-mail
email-subject = { $room }: mindjárt Ön következik
email-late = Ha később érkezik, megtartja a helyét a sorban: beengedjük, amint lehet.
email-late-limit = Ha később érkezik, a sorra kerülése után korlátozott ideig tartjuk fenn a helyét a sorban: { $duration }
email-button = Ugrás a helyemhez a sorban
email-why = Azért kapta ezt az e-mailt, mert a címét megadták a következő váróteremben: { $room } ({ $host }). Ott már töröltük, és több e-mail nem érkezik. Ha nem Ön adta meg, hagyja figyelmen kívül ezt az e-mailt.

## A notification that comes with the page closed
push-button = Értesítés bezárt oldal mellett is
push-failed = Ez nem sikerült. Kérjük, inkább tartsa nyitva ezt az oldalt.
