### European Portuguese: only what differs from `locales/pt`.

draw-heading-drawn = O seu número no sorteio é o { $number }
draw-lead-drawn = Participantes: { $population }. O seu número resulta dos documentos publicados; já ninguém o pode alterar.
draw-heading-kept = Fica com o número { $number }
draw-lead-kept = Entrou depois de o sorteio ter sido fechado; por isso, o seu número vem depois dos sorteados.
draw-heading-not-yet = O seu número ainda não foi sorteado
draw-lead-not-yet = Todas as pessoas que entrarem antes do fecho do sorteio têm a mesma probabilidade. Chegar mais cedo não faz diferença.
draw-lead-aborted = Não dá número a ninguém. Os documentos continuam publicados, juntamente com o motivo.
draw-lead-broken = Os documentos publicados não passaram na verificação. Guarde uma cópia deles e do seu comprovativo e contacte o apoio ao cliente do site.
draw-checked = O que foi verificado
draw-check-commitment = Antes do fecho do sorteio, o responsável fixou um segredo ao publicar o respetivo hash.
draw-check-to-come = O responsável fixou um segredo ao publicar o respetivo hash. Os restantes documentos são publicados quando o sorteio é realizado.
draw-check-reveal = Em seguida, o segredo foi publicado. É o mesmo que foi fixado e, juntamente com essa quantidade, dá o número de cada pessoa.
draw-check-receipt = O seu comprovativo é autêntico e pertence a este sorteio.
draw-cautions = O que isto não comprova
draw-caution-unknown-chain = Não conhecemos o calendário do número aleatório público. Verifique quando foi publicado.
draw-caution-own-server = Esta página vem do servidor que realizou o sorteio. Se não quiser confiar apenas na palavra dele, verifique por si.
draw-yourself = Verifique por si
draw-get-document = Descarregar o sorteio publicado
draw-get-receipt = Descarregar o seu comprovativo e guardá-lo
draw-run-command = Coloque os ficheiros na mesma pasta e execute um destes comandos no seu próprio computador. Os programas fazem parte do projeto de código aberto Anteroom; obtenha-os aí e não neste servidor.
draw-compare-key = Compare esta chave com a que o responsável mostra noutro local:
