### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Qu’est-ce que cette page ?
about-lead = Ceci est une salle d’attente virtuelle. Lorsque plus de personnes veulent consulter un site qu’il ne peut en accueillir dans de bonnes conditions, elles attendent ici dans un ordre équitable et entrent une par une.
about-how-heading = Comment ça marche
about-how-order = La première personne arrivée est la première à entrer. Lorsqu’une salle ouvre à une heure fixée, toutes les personnes présentes avant reçoivent un numéro par un tirage au sort que chacun peut vérifier.
about-how-place = Votre place dans la file est conservée pendant que vous attendez, même si vous rechargez la page, perdez la connexion ou redémarrez le navigateur.
about-how-turn = Quand c’est votre tour, vous entrez automatiquement. Il n’y a rien à cliquer, et recharger la page ne fait pas avancer plus vite.
about-privacy-heading = Ce qui est conservé à votre sujet
about-privacy = Un seul cookie, qui garde votre place dans la file, pendant 7 jours au maximum. Il n’y a aucun suivi, et rien n’est chargé depuis un autre site.
about-accessibility-heading = Pour tout le monde
about-accessibility = Ces pages sont conçues pour fonctionner avec n’importe quel navigateur, au clavier, avec un lecteur d’écran, agrandies et sans scripts.
about-what-to-do-heading = Ce que vous devez faire
about-what-to-do = Rien. Ouvrez le site que vous voulez consulter ; en cas d’affluence, il vous conduit tout seul à sa salle d’attente.
about-source = Cette salle d’attente fonctionne avec Anteroom, un logiciel open source.
about-status-link = État de ce service

## How it stands
health-title = État du service
health-lead-good = Tout fonctionne.
health-lead-starting = Le service démarre.
health-lead-degraded = Il n’est pas possible d’attribuer de nouvelles places dans la file pour le moment. Les personnes qui en ont une la conservent.
health-lead-stopping = Le service redémarre. Toutes les personnes qui ont une place dans la file la conservent.
health-rooms-heading = Salles d’attente
health-room-waiting-label = Personnes dans la file
health-room-outflow-label = Entrées au cours de la dernière minute
health-room-wait-label = Temps d’attente estimé pour les nouveaux arrivants
health-room-enter = Aller à la salle d’attente
health-phase-idle = Pas encore ouverte
health-phase-prequeue = Pré-file
health-phase-queue = Ouverte
health-phase-paused = En pause
health-phase-disabled = Entrée libre
health-phase-postqueue = Fermée
health-updated = Mise à jour : { $time }
