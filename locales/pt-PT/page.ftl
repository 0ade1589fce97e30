### European Portuguese: only what differs from `locales/pt`.

page-number-label = O seu número na fila
page-progress-label = O seu avanço na fila
page-keep-open = Mantenha esta página aberta. Ela atualiza-se automaticamente. Se a recarregar ou voltar um pouco mais tarde, não perde o seu lugar.
page-offline = Ligação perdida. O seu lugar está guardado e estamos a tentar restabelecer a ligação.
page-online-again = A ligação foi restabelecida.
page-redirecting-headline = Vai entrar agora
page-redirecting-lead = Obrigado por ter esperado. Estamos a encaminhá-lo para o site.
page-redirecting-link = Ir agora para o site
page-skip = Ir diretamente para o seu lugar na fila
page-status-link = Estado desta sala de espera
page-prequeue-countdown-label = Tempo até poder entrar no sorteio
page-keep-open-before = Mantenha esta página aberta. Ela atualiza-se automaticamente. Se a recarregar ou voltar antes do início, continua no sorteio.
page-keep-open-idle = Esta página atualiza-se automaticamente. Não é preciso recarregá-la.
page-notify-denied = O seu navegador não permite notificações desta página. Pode alterar isso nas definições.
page-move-link = Continuar noutro dispositivo
page-draw-closing = Pouco depois do início, o sorteio é fechado. Quem chegar mais tarde entra na fila atrás de todas as pessoas que participaram.
page-draw-chance = Em seguida, cada pessoa do sorteio recebe um número aleatório. Todas têm a mesma probabilidade, quer tenham chegado cedo ou tarde.
page-draw-number = O seu número aparece nesta página, e a entrada começa pelo número mais baixo.
page-draw-with-beacon = Um número aleatório público que ninguém pode conhecer de antemão entra no sorteio, para que ninguém possa escolher o resultado.
page-draw-check = Depois, qualquer pessoa pode verificar o sorteio.
page-draw-receipt = Depois, qualquer pessoa pode verificar o sorteio. O seu comprovativo prova que participa; guarde-o até lá.
page-draw-receipt-link = Descarregar o seu comprovativo
page-draw-check-link = Como verificar o sorteio
page-drawn-link = O seu número foi sorteado – verificar o sorteio
page-ended-help = Para ver o que está disponível agora, aceda ao próprio site.
