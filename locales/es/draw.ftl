### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = En el sorteo le ha tocado el número { $number }
draw-lead-drawn = Participantes: { $population }. Su número se deduce de los documentos publicados; ya nadie puede cambiarlo.
draw-heading-kept = Conserva el número { $number }
draw-lead-kept = Usted se unió después de que se cerrara el sorteo, así que su número va detrás de los sorteados.
draw-heading-not-yet = Su número aún no se ha sorteado
draw-lead-not-yet = Todas las personas que se unan antes de que se cierre el sorteo tienen la misma probabilidad. No importa quién llegó primero.
draw-heading-to-come = Este sorteo aún no se ha hecho
draw-heading-aborted = Este sorteo se ha cancelado
draw-lead-aborted = No asigna ningún número. Sus documentos siguen publicados, junto con el motivo.
draw-heading-public = El sorteo de esta sala de espera
draw-lead-public = Para ver también su propio número, abra esta página desde su lugar en la fila.
draw-heading-broken = Este sorteo no es válido
draw-lead-broken = Los documentos publicados no superan la comprobación. Guarde una copia de ellos y de su comprobante, y póngase en contacto con el equipo del sitio web.

draw-checked = Qué se ha comprobado
draw-check-all = Sorteos publicados: { $count }. Sus documentos concuerdan entre sí y están firmados con la misma clave.
draw-check-commitment = Antes de que se cerrara el sorteo, el organizador fijó un secreto publicando la huella criptográfica (hash) de ese secreto.
draw-check-to-come = El organizador ha fijado un secreto publicando la huella criptográfica (hash) de ese secreto. Los demás documentos se publican cuando se hace el sorteo.
draw-check-cut-off = Después, el organizador fijó y firmó cuántas personas participan: { $population }.
draw-check-reveal = A continuación se publicó el secreto. Es el que se había fijado y, junto con esa cantidad, da el número de cada persona.
draw-check-abort = El organizador firmó que el sorteo se cancelaba, con el motivo «{ $reason }».
draw-check-receipt = Su comprobante es auténtico y corresponde a este sorteo.

draw-cautions = Lo que esto no demuestra
draw-caution-without-beacon = En este sorteo no intervino ningún número aleatorio público: el organizador podría haber influido en cuántas personas entraban en el sorteo y, con ello, en el orden.
draw-caution-unknown-chain = No conocemos el calendario del número aleatorio público. Consulte cuándo se publicó.
draw-caution-committed-late = El secreto no se fijó hasta que ya era posible unirse.
draw-caution-drawn-again = El sorteo se repitió. Sorteos cancelados antes de este: { $count }.
draw-caution-own-server = Esta página viene del servidor que hizo el sorteo. Si no quiere fiarse solo de su palabra, compruébelo usted.

draw-yourself = Compruébelo usted
draw-get-document = Descargar el sorteo publicado
draw-get-receipt = Descargar su comprobante y guardarlo
draw-run-command = Ponga los archivos en una misma carpeta y ejecute uno de estos comandos en su propio equipo. Los programas forman parte del proyecto de código abierto Anteroom; obténgalos de allí, no de este servidor.
draw-compare-key = Compare esta clave con la que el organizador muestra en otro lugar:
draw-back = Volver a su lugar en la fila
