### European Portuguese: only what differs from `locales/pt`.

page-leave-loses = Vai perder o seu lugar. Se voltar mais tarde, começa de novo como qualquer pessoa nova.
page-leave-stay = Manter o meu lugar
page-leave-pending = Está a sair da fila
page-leave-can-undo = Ainda pode anular.
page-leave-undo = Anular
page-details = Detalhes e ajuda
status-lead-started = Dentro de momentos os números são sorteados. Está no sorteio e não precisa de fazer nada.
status-headline-drawn = Saiu-lhe o { $number } de { $population }
status-headline-aside = A sua vez está em espera
status-lead-aside = Por agora, outras pessoas entram primeiro. Quando o tempo acabar, esta página continua automaticamente e entra assim que houver espaço. Se a fechar, abra-a de novo para entrar.
hold-offer = Precisa de alguns minutos? Entretanto, outras pessoas entram primeiro e mantém o seu lugar. Pode fazê-lo uma vez.
hold-ending = O seu tempo está a acabar
