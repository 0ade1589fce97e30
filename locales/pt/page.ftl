### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Pessoas à sua frente
page-wait-label = Tempo estimado de espera
page-number-label = Seu número na fila
page-progress-label = Seu avanço na fila
page-updated-label = Última atualização
page-message-label = Aviso
page-keep-open = Mantenha esta página aberta. Ela se atualiza sozinha, e você mantém seu lugar mesmo que a recarregue ou volte um pouco mais tarde.
page-leave = Sair da fila
page-queue-id-label = ID de espera
page-offline = A conexão foi interrompida. Você mantém seu lugar, e continuamos tentando.
page-online-again = A conexão voltou.
page-redirecting-headline = Estamos liberando sua entrada
page-redirecting-lead = Agradecemos a espera. Você vai chegar em um instante.
page-redirecting-link = Ir agora
page-skip = Ir direto para seu lugar na fila
page-powered-by = Tecnologia Anteroom
page-about-link = O que é esta página?
page-status-link = Situação desta sala de espera

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tempo até o início
page-prequeue-countdown-label = Tempo até a abertura da pré-fila
# Label over a date with a time of day.
page-starts-at-label = Início
page-keep-open-before = Mantenha esta página aberta. Ela se atualiza sozinha, e você continua no sorteio mesmo que a recarregue ou volte antes do início.
page-keep-open-idle = Esta página se atualiza sozinha. Não é preciso recarregá-la.

## Be told when it is your turn
page-notify-heading = Avisar quando chegar a minha vez
page-notify-sound = Tocar um som
page-notify-vibration = Vibrar
page-notify-notification = Mostrar uma notificação
page-notify-denied = Seu navegador não permite notificações desta página. Você pode mudar isso nas configurações dele.

## Language and device
page-language-label = Idioma
page-language-apply = Mudar idioma
page-move-link = Continuar em outro dispositivo

## The draw
page-draw-heading = O que acontece no início
page-draw-closing = Pouco depois do início, a pré-fila é fechada. Quem chegar mais tarde entra na fila atrás de todas as pessoas que estavam aqui.
page-draw-chance = Em seguida, é sorteado um número para cada pessoa da pré-fila. Todas têm a mesma chance, tenham chegado cedo ou tarde.
page-draw-number = Seu número aparece nesta página, e a entrada começa pelo número mais baixo.
page-draw-with-beacon = Um número aleatório público que ninguém pode saber de antemão entra no sorteio, para que ninguém possa escolher o resultado.
page-draw-check = Qualquer pessoa pode conferir o sorteio depois.
page-draw-receipt = Qualquer pessoa pode conferir o sorteio depois. Seu comprovante mostra que você participa; guarde-o até lá.
page-draw-receipt-link = Baixar seu comprovante
page-draw-check-link = Como conferir o sorteio
page-drawn-link = Seu número foi sorteado – conferir o sorteio

## After the end
page-skip-content = Ir para o conteúdo
page-ended-help = Para ver o que está disponível agora, acesse o próprio site.
page-back-to-site = Voltar ao site
