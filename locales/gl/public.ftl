### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Que é esta páxina?
about-lead = Esta é unha sala de espera virtual. Cando quere visitar un sitio web máis xente da que este pode atender ben, espera aquí nunha orde xusta e vai entrando de unha en unha persoa.
about-how-heading = Como funciona
about-how-order = Quen chega primeiro entra primeiro. Cando unha sala abre a unha hora fixada, todas as persoas que estean antes reciben un número nun sorteo que calquera pode comprobar.
about-how-place = O seu lugar consérvase mentres espera, aínda que recargue a páxina, perda a conexión ou reinicie o navegador.
about-how-turn = Cando sexa a súa quenda, entrará automaticamente. Non hai que premer nada, e recargar a páxina non o fai máis rápido.
about-privacy-heading = Que se garda sobre vostede
about-privacy = Unha cookie que conserva o seu lugar na cola, durante 7 días como máximo. Non hai rastrexo, e non se carga nada de ningures máis.
about-accessibility-heading = Para todo o mundo
about-accessibility = Estas páxinas están pensadas para funcionar con calquera navegador, co teclado, cun lector de pantalla, ampliadas e sen scripts.
about-what-to-do-heading = Que hai que facer
about-what-to-do = Nada. Abra o sitio web que quere visitar; cando hai moita xente, desde alí chegará automaticamente á súa sala de espera.
about-source = Esta sala de espera funciona con Anteroom, que é de código aberto.
about-status-link = Estado deste servizo

## How it stands
health-title = Estado
health-lead-good = Todo funciona.
health-lead-starting = O servizo está a iniciarse.
health-lead-degraded = Agora mesmo non se poden dar lugares novos na cola. Quen ten un lugar consérvao.
health-lead-stopping = O servizo está a reiniciarse. Quen ten un lugar consérvao.
health-rooms-heading = Salas de espera
health-room-waiting-label = Persoas na cola
health-room-outflow-label = Entraron no último minuto
health-room-wait-label = Espera estimada para quen chega agora
health-room-enter = Ir á sala de espera
health-phase-idle = Aínda sen abrir
health-phase-prequeue = Precola
health-phase-queue = Aberta
health-phase-paused = En pausa
health-phase-disabled = Paso libre
health-phase-postqueue = Pechada
health-updated = Datos de { $time }
