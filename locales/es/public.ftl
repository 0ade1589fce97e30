### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = ¿Qué es esta página?
about-lead = Esta es una sala de espera virtual. Cuando más personas quieren visitar un sitio web de las que este puede atender bien, esperan aquí en un orden justo y entran de una en una.
about-how-heading = Cómo funciona
about-how-order = Quien llega primero, entra primero. Cuando una sala se abre a una hora fijada, todas las personas que están antes reciben un número mediante un sorteo que cualquiera puede comprobar.
about-how-place = Su lugar se conserva mientras espera, aunque recargue la página, pierda la conexión o reinicie el navegador.
about-how-turn = Cuando es su turno, se le da paso automáticamente. No hay que pulsar nada, y recargar la página no lo acelera.
about-privacy-heading = Qué se guarda sobre usted
about-privacy = Una sola cookie que conserva su lugar en la fila, durante 7 días como máximo. No hay ningún seguimiento y no se carga nada de otros sitios.
about-accessibility-heading = Para todas las personas
about-accessibility = Estas páginas están pensadas para funcionar con cualquier navegador, con el teclado, con un lector de pantalla, ampliadas y sin scripts.
about-what-to-do-heading = Qué tiene que hacer
about-what-to-do = Nada. Abra el sitio web que quiere visitar; cuando haya mucha gente, el propio sitio le llevará a su sala de espera.
about-source = Esta sala de espera funciona con Anteroom, que es de código abierto.
about-status-link = Estado de este servicio

## How it stands
health-title = Estado
health-lead-good = Todo funciona.
health-lead-starting = El servicio se está iniciando.
health-lead-degraded = En este momento no se pueden asignar lugares nuevos en la fila. Quien tiene un lugar lo conserva.
health-lead-stopping = El servicio se está reiniciando. Quien tiene un lugar lo conserva.
health-rooms-heading = Salas de espera
health-room-waiting-label = Personas en la fila
health-room-outflow-label = Entraron en el último minuto
health-room-wait-label = Tiempo de espera estimado para quien llegue ahora
health-room-enter = Ir a la sala de espera
health-phase-idle = Aún no está abierta
health-phase-prequeue = Fila previa
health-phase-queue = Abierta
health-phase-paused = En pausa
health-phase-disabled = Paso libre
health-phase-postqueue = Cerrada
health-updated = Actualizado: { $time }
