### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Seu número no sorteio é o { $number }
draw-lead-drawn = Participantes: { $population }. Seu número resulta dos documentos publicados; ninguém pode mais alterá-lo.
draw-heading-kept = Você fica com o número { $number }
draw-lead-kept = Você entrou depois que o sorteio foi fechado; por isso, seu número vem depois dos sorteados.
draw-heading-not-yet = Seu número ainda não foi sorteado
draw-lead-not-yet = Todas as pessoas que entrarem antes do fechamento do sorteio têm a mesma chance. Não faz diferença quem chegou primeiro.
draw-heading-to-come = Este sorteio ainda não foi realizado
draw-heading-aborted = Este sorteio foi cancelado
draw-lead-aborted = Ele não dá número a ninguém. Os documentos continuam publicados, junto com o motivo.
draw-heading-public = O sorteio desta sala de espera
draw-lead-public = Para ver também o seu próprio número, abra esta página a partir do seu lugar na fila.
draw-heading-broken = Este sorteio não é válido
draw-lead-broken = Os documentos publicados não passaram na verificação. Guarde uma cópia deles e do seu comprovante e fale com o atendimento do site.

draw-checked = O que foi conferido
draw-check-all = Sorteios publicados: { $count }. Os documentos são coerentes entre si e estão assinados com a mesma chave.
draw-check-commitment = Antes do fechamento do sorteio, o responsável fixou um segredo publicando o hash desse segredo.
draw-check-to-come = O responsável fixou um segredo publicando o hash desse segredo. Os demais documentos são publicados quando o sorteio é realizado.
draw-check-cut-off = Depois, o responsável fixou e assinou quantas pessoas participam: { $population }.
draw-check-reveal = Em seguida, o segredo foi publicado. É o mesmo que foi fixado e, junto com essa quantidade, resulta no número de cada pessoa.
draw-check-abort = O responsável assinou que o sorteio foi cancelado, com o motivo “{ $reason }”.
draw-check-receipt = Seu comprovante é autêntico e pertence a este sorteio.

draw-cautions = O que isso não comprova
draw-caution-without-beacon = Nenhum número aleatório público entrou neste sorteio: o responsável poderia ter influenciado quantas pessoas foram sorteadas e, com isso, a ordem.
draw-caution-unknown-chain = Não conhecemos o calendário do número aleatório público. Consulte quando ele foi publicado.
draw-caution-committed-late = O segredo só foi fixado quando já era possível entrar.
draw-caution-drawn-again = O sorteio foi repetido. Sorteios cancelados antes deste: { $count }.
draw-caution-own-server = Esta página vem do servidor que realizou o sorteio. Se não quiser confiar só na palavra dele, confira por conta própria.

draw-yourself = Confira por conta própria
draw-get-document = Baixar o sorteio publicado
draw-get-receipt = Baixar seu comprovante e guardá-lo
draw-run-command = Coloque os arquivos em uma mesma pasta e execute um destes comandos no seu próprio computador. Os programas fazem parte do projeto de código aberto Anteroom; obtenha-os por lá, e não neste servidor.
draw-compare-key = Compare esta chave com a que o responsável mostra em outro lugar:
draw-back = Voltar ao seu lugar na fila
