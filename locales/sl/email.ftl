### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Pišite mi, ko bom kmalu na vrsti
email-lead = Pustite svoj e-poštni naslov in pisali vam bomo enkrat, malo preden boste na vrsti ({ $duration }). Nato naslov izbrišemo.
email-label = E-poštni naslov
email-save = Shrani
email-kept = Shranjeni naslov: { $address }
email-remove = Izbriši naslov
email-sent = Sporočilo je poslano ali na poti. Za vsako mesto je samo eno.

## When it does not work
email-error-address = Na ta naslov ne moremo poslati sporočila. Primer: name@example.com
email-error-many = Danes je bilo navedenih preveč naslovov. Namesto tega pustite odprto stran s svojim mestom.
email-error-link = Ta povezava ne velja več. Vaše mesto je na napravi, na kateri ste ga nazadnje uporabili.

## The e-mail
email-subject = { $room }: kmalu boste na vrsti
email-late = Če pridete pozneje, mesto v vrsti obdržite: spustimo vas naprej, takoj ko bo mogoče.
email-late-limit = Če pridete pozneje, se mesto po tem, ko ste na vrsti, hrani omejen čas: { $duration }
email-button = Na moje mesto v vrsti
email-why = To sporočilo ste prejeli, ker je bil vaš naslov naveden v čakalnici { $room } ({ $host }). Tam je zdaj izbrisan in drugih sporočil ne bo. Če to niste bili vi, sporočilo prezrite.

## A notification that comes with the page closed
push-button = Obvesti me tudi, ko je stran zaprta
push-failed = To ni uspelo. Namesto tega pustite to stran odprto.
