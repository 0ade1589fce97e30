### European Portuguese: only what differs from `locales/pt`.

page-leave-loses = Vai perder o seu lugar definitivamente. Se voltar mais tarde, começa de novo como qualquer pessoa nova.
page-leave-stay = Manter o meu lugar
page-leave-pending = Está a sair da fila. Ainda pode anular.
page-leave-undo = Anular
page-details = Detalhes e ajuda
status-lead-started = Dentro de momentos os números são sorteados. Está no sorteio e não precisa de fazer nada.
status-headline-drawn = Saiu-lhe o { $number } de { $population }
