### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = O seu número no sorteo: { $number }
draw-lead-drawn = Participantes: { $population }. O seu número resulta dos documentos publicados; xa ninguén o pode cambiar.
draw-heading-kept = Conserva o número { $number }
draw-lead-kept = Púxose na cola despois de que se pechase o sorteo, así que o seu número vai despois dos que se sortearon.
draw-heading-not-yet = O seu número aínda non se sorteou
draw-lead-not-yet = Todas as persoas que entren antes de que se peche o sorteo teñen as mesmas posibilidades. Non importa quen chegou antes.
draw-heading-to-come = Este sorteo aínda non se fixo
draw-heading-aborted = Este sorteo cancelouse
draw-lead-aborted = Non lle dá número a ninguén. Os seus documentos seguen publicados, xunto co motivo.
draw-heading-public = O sorteo desta sala de espera
draw-lead-public = Para ver tamén o seu propio número, abra esta páxina desde o seu lugar na cola.
draw-heading-broken = Este sorteo non é válido
draw-lead-broken = Os documentos publicados non superan a comprobación. Garde unha copia deles e do seu xustificante, por favor, e contacte co equipo do sitio web.

draw-checked = Que se comprobou
draw-check-all = Sorteos publicados: { $count }. Os seus documentos concordan e están asinados coa mesma clave.
draw-check-commitment = Antes de que se pechase o sorteo, o organizador fixou un segredo publicando o resumo criptográfico (hash) dese segredo.
draw-check-to-come = O organizador fixou un segredo publicando o resumo criptográfico (hash) dese segredo. Os demais documentos publícanse cando se fai o sorteo.
draw-check-cut-off = Despois, o organizador fixou e asinou o número de participantes: { $population }.
draw-check-reveal = A continuación publicouse o segredo. É o que se fixara e, xunto co número de participantes, dá o número de cada persoa.
draw-check-abort = O organizador asinou que o sorteo se cancelaba, polo motivo «{ $reason }».
draw-check-receipt = O seu xustificante é auténtico e pertence a este sorteo.

draw-cautions = Que non demostra isto
draw-caution-without-beacon = Neste sorteo non entrou ningún número aleatorio público: o organizador puido influír en cantas persoas se sortearon e, con iso, na orde.
draw-caution-unknown-chain = Non coñecemos o calendario do número aleatorio público. Consulte cando se publicou.
draw-caution-committed-late = O segredo fixouse só cando a xente xa podía poñerse na cola.
draw-caution-drawn-again = O sorteo repetiuse. Sorteos cancelados antes deste: { $count }.
draw-caution-own-server = Esta páxina vén do servidor que fixo o sorteo. Se non quere fiarse só da súa palabra, compróbeo vostede.

draw-yourself = Compróbeo vostede
draw-get-document = Descargar o sorteo publicado
draw-get-receipt = Descargar o seu xustificante e gardalo
draw-run-command = Poña os ficheiros nun mesmo cartafol e execute unha destas ordes no seu propio ordenador. Os programas forman parte do proxecto de código aberto Anteroom; obtéñaos alí, non neste servidor.
draw-compare-key = Compare esta clave coa que o organizador mostra noutro lugar:
draw-back = Volver ao seu lugar na cola
