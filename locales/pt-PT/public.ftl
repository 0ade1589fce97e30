### European Portuguese: only what differs from `locales/pt`.

about-lead = Esta é uma sala de espera virtual. Quando mais pessoas querem visitar um site do que ele consegue servir bem, esperam aqui por uma ordem justa e entram uma a uma.
about-how-order = Quem chega primeiro entra primeiro. Quando uma sala de espera abre a uma hora marcada, todas as pessoas que já lá estiverem recebem um número através de um sorteio que qualquer pessoa pode verificar.
about-how-place = O seu lugar fica guardado enquanto espera, mesmo que recarregue a página, perca a ligação ou reinicie o navegador.
about-how-turn = Quando for a sua vez, entra automaticamente. Não é preciso clicar em nada, e recarregar a página não acelera a espera.
about-privacy-heading = O que guardamos sobre si
about-privacy = Um único cookie, que guarda o seu lugar na fila durante 7 dias, no máximo. Não há rastreio, e nada é carregado de qualquer outro lado.
about-accessibility = Estas páginas destinam-se a funcionar em qualquer navegador, com o teclado, com um leitor de ecrã, ampliadas e sem scripts.
about-what-to-do = Nada. Abra o site que quer visitar; quando estiver cheio, o site leva-o automaticamente para a sala de espera.
about-status-link = Estado deste serviço
health-title = Estado
health-lead-good = Está tudo a funcionar.
health-lead-starting = O serviço está a iniciar.
health-lead-degraded = De momento não é possível atribuir novos lugares na fila. Quem já tem um mantém-no.
health-lead-stopping = O serviço está a ser reiniciado. Quem tem um lugar na fila mantém-no.
health-phase-prequeue = Antes do início
health-phase-disabled = Sem espera
