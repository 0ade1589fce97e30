### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = O que é esta página?
about-lead = Esta é uma sala de espera virtual. Quando mais pessoas querem visitar um site do que ele consegue atender bem, elas esperam aqui em uma ordem justa e entram uma a uma.
about-how-heading = Como funciona
about-how-order = Quem chega primeiro entra primeiro. Quando uma sala abre em um horário marcado, todas as pessoas que já estiverem lá recebem um número por um sorteio que qualquer um pode conferir.
about-how-place = Seu lugar fica guardado enquanto você espera, mesmo que você recarregue a página, perca a conexão ou reinicie o navegador.
about-how-turn = Quando for a sua vez, sua entrada é liberada automaticamente. Não é preciso clicar em nada, e recarregar a página não acelera a espera.
about-privacy-heading = O que é guardado sobre você
about-privacy = Um único cookie, que guarda seu lugar na fila, por no máximo 7 dias. Não há rastreamento, e nada é carregado de nenhum outro lugar.
about-accessibility-heading = Para todas as pessoas
about-accessibility = Estas páginas são feitas para funcionar em qualquer navegador, pelo teclado, com leitor de tela, ampliadas e sem scripts.
about-what-to-do-heading = O que fazer
about-what-to-do = Nada. Abra o site que você quer visitar; quando ele estiver cheio, ele leva você automaticamente para a sala de espera.
about-source = Esta sala de espera funciona com o Anteroom, que é de código aberto.
about-status-link = Situação deste serviço

## How it stands
health-title = Situação
health-lead-good = Está tudo funcionando.
health-lead-starting = O serviço está iniciando.
health-lead-degraded = Não é possível distribuir novos lugares na fila agora. Quem tem um lugar continua com ele.
health-lead-stopping = O serviço está sendo reiniciado. Quem tem um lugar continua com ele.
health-rooms-heading = Salas de espera
health-room-waiting-label = Pessoas na fila
health-room-outflow-label = Entraram no último minuto
health-room-wait-label = Tempo estimado de espera para quem chega agora
health-room-enter = Ir para a sala de espera
health-phase-idle = Ainda não abriu
health-phase-prequeue = Pré-fila
health-phase-queue = Aberta
health-phase-paused = Em pausa
health-phase-disabled = Acesso livre
health-phase-postqueue = Encerrada
health-updated = Atualizado: { $time }
