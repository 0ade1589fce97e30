### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Le tirage au sort vous a attribué le numéro { $number }
draw-lead-drawn = Nombre de participants : { $population }. Votre numéro découle des documents publiés ; plus personne ne peut le modifier.
draw-heading-kept = Vous gardez le numéro { $number }
draw-lead-kept = Vous avez rejoint la file après la clôture du tirage ; votre numéro vient donc après ceux des personnes tirées au sort.
draw-heading-not-yet = Votre numéro n’a pas encore été tiré
draw-lead-not-yet = Toutes les personnes qui arrivent avant la clôture du tirage ont les mêmes chances. Peu importe qui est arrivé en premier.
draw-heading-to-come = Ce tirage n’a pas encore été effectué
draw-heading-aborted = Ce tirage a été annulé
draw-lead-aborted = Il ne donne de numéro à personne. Ses documents restent publiés, avec le motif.
draw-heading-public = Le tirage de cette salle d’attente
draw-lead-public = Pour voir aussi votre propre numéro, ouvrez cette page depuis votre place dans la file.
draw-heading-broken = Ce tirage n’est pas valide
draw-lead-broken = Les documents publiés n’ont pas passé la vérification. Veuillez en conserver une copie ainsi que votre reçu, et contacter l’assistance du site.

draw-checked = Ce qui a été vérifié
draw-check-all = Tirages publiés : { $count }. Leurs documents concordent et sont signés avec la même clé.
draw-check-commitment = Avant la clôture du tirage, l’exploitant a fixé un secret en publiant l’empreinte numérique (hash) de ce secret.
draw-check-to-come = L’exploitant a fixé un secret en publiant l’empreinte numérique (hash) de ce secret. Les autres documents sont publiés lorsque le tirage est effectué.
draw-check-cut-off = L’exploitant a ensuite fixé et signé le nombre de participants : { $population }.
draw-check-reveal = Le secret a été publié après cela. C’est bien celui qui avait été fixé ; avec le nombre de participants, il donne le numéro de chaque personne.
draw-check-abort = L’exploitant a signé l’annulation du tirage, pour le motif suivant : « { $reason } ».
draw-check-receipt = Votre reçu est authentique et correspond à ce tirage.

draw-cautions = Ce que cela ne montre pas
draw-caution-without-beacon = Aucun nombre aléatoire public n’est entré dans ce tirage : l’exploitant aurait pu influencer le nombre de personnes tirées au sort et, par là, l’ordre.
draw-caution-unknown-chain = Nous ne connaissons pas le calendrier du nombre aléatoire public. Cherchez à quel moment il a été publié.
draw-caution-committed-late = Le secret n’a été fixé qu’une fois la file déjà ouverte aux arrivées.
draw-caution-drawn-again = Le tirage a été refait. Tirages annulés avant celui-ci : { $count }.
draw-caution-own-server = Cette page vient du serveur qui a effectué le tirage. Si vous ne voulez pas le croire sur parole, vérifiez vous-même.

draw-yourself = Vérifier vous-même
draw-get-document = Télécharger le tirage publié
draw-get-receipt = Télécharger votre reçu et le conserver
draw-run-command = Placez les fichiers dans un même dossier et lancez l’une de ces commandes sur votre propre ordinateur. Les programmes font partie du projet open source Anteroom ; procurez-vous-les là-bas, et non sur ce serveur.
draw-compare-key = Comparez cette clé avec celle que l’exploitant affiche ailleurs :
draw-back = Retour à votre place dans la file
