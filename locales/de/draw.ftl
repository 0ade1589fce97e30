### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Für Sie wurde die Nummer { $number } ausgelost
draw-lead-drawn = Teilgenommen haben: { $population }. Ihre Nummer ergibt sich aus den veröffentlichten Unterlagen; niemand kann sie mehr ändern.
draw-heading-kept = Sie behalten die Nummer { $number }
draw-lead-kept = Sie kamen, als die Auslosung schon geschlossen war. Ihre Nummer folgt daher auf die ausgelosten.
draw-heading-not-yet = Ihre Nummer ist noch nicht ausgelost
draw-lead-not-yet = Wer kommt, bevor die Auslosung geschlossen wird, hat dieselbe Chance. Wer zuerst da war, spielt keine Rolle.
draw-heading-to-come = Diese Auslosung hat noch nicht stattgefunden
draw-heading-aborted = Diese Auslosung wurde abgebrochen
draw-lead-aborted = Niemand erhält durch sie eine Nummer. Ihre Unterlagen bleiben veröffentlicht, zusammen mit dem Grund.
draw-heading-public = Die Auslosung dieses Warteraums
draw-lead-public = Um auch Ihre eigene Nummer zu sehen, öffnen Sie diese Seite von Ihrem Platz in der Warteschlange aus.
draw-heading-broken = Diese Auslosung hält der Prüfung nicht stand
draw-lead-broken = Die veröffentlichten Unterlagen bestehen die Prüfung nicht. Bitte heben Sie eine Kopie davon und Ihren Beleg auf und wenden Sie sich an den Betreiber der Website.

draw-checked = Was geprüft wurde
draw-check-all = Veröffentlichte Auslosungen: { $count }. Ihre Unterlagen passen zusammen und sind mit demselben Schlüssel signiert.
draw-check-commitment = Bevor die Auslosung geschlossen wurde, hat sich der Betreiber auf ein Geheimnis festgelegt, indem er dessen Hashwert veröffentlichte.
draw-check-to-come = Der Betreiber hat sich auf ein Geheimnis festgelegt, indem er dessen Hashwert veröffentlichte. Die übrigen Unterlagen werden veröffentlicht, wenn ausgelost wird.
draw-check-cut-off = Danach hat der Betreiber festgelegt und signiert, wie viele teilnehmen: { $population }.
draw-check-reveal = Anschließend wurde das Geheimnis veröffentlicht. Es ist dasselbe, auf das sich der Betreiber festgelegt hatte, und aus ihm und der Anzahl ergeben sich alle Nummern.
draw-check-abort = Der Betreiber hat signiert, dass die Auslosung abgebrochen wurde; der Grund lautet „{ $reason }“.
draw-check-receipt = Ihr Beleg ist echt und gehört zu dieser Auslosung.

draw-cautions = Was das nicht beweist
draw-caution-without-beacon = In diese Auslosung ging keine öffentliche Zufallszahl ein: Der Betreiber hätte beeinflussen können, wie viele ausgelost werden, und damit auch die Reihenfolge.
draw-caution-unknown-chain = Den Zeitplan der öffentlichen Zufallszahl kennen wir nicht. Schlagen Sie nach, wann sie veröffentlicht wurde.
draw-caution-committed-late = Das Geheimnis wurde erst festgelegt, als man sich schon anstellen konnte.
draw-caution-drawn-again = Die Auslosung wurde wiederholt. Zuvor abgebrochene Auslosungen: { $count }.
draw-caution-own-server = Diese Seite kommt von dem Server, der ausgelost hat. Wenn Sie sich nicht auf ihn verlassen möchten, prüfen Sie selbst.

draw-yourself = Selbst nachprüfen
draw-get-document = Veröffentlichte Auslosung herunterladen
draw-get-receipt = Ihren Beleg herunterladen und aufheben
draw-run-command = Legen Sie die Dateien in einen Ordner und führen Sie auf Ihrem eigenen Rechner einen dieser Befehle aus. Die Programme gehören zum quelloffenen Projekt Anteroom; holen Sie sie dort und nicht von diesem Server.
draw-compare-key = Vergleichen Sie diesen Schlüssel mit dem, den der Betreiber an anderer Stelle zeigt:
draw-back = Zurück zu Ihrem Platz in der Warteschlange
