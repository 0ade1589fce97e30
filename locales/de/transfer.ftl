### Moving a place to another device.

## On the device that has the place
move-title = Auf einem anderen Gerät weitermachen
move-lead = Sie können Ihren Platz in der Warteschlange mitnehmen, zum Beispiel auf Ihr Telefon. Er gilt dann nur noch auf dem neuen Gerät und nicht mehr auf diesem hier.
move-make-code = Code anzeigen
move-code-label = Ihr Code
move-scan = Scannen Sie dieses Bild mit der Kamera des anderen Geräts, oder öffnen Sie dort diese Adresse und geben Sie den Code ein:
move-picture-alt = Ein QR-Code, der die Adresse mit Ihrem Code enthält
move-good-for = Der Code lässt sich in den nächsten 5 Minuten einmal verwenden. Zeigen Sie ihn niemandem, der Ihren Platz nicht bekommen soll.
move-back = Zurück zu Ihrem Platz in der Warteschlange
move-new-code = Neuen Code anzeigen

## On the device that takes it over
move-enter-title = Ihren Platz übernehmen
move-enter-lead = Geben Sie den Code ein, den das andere Gerät anzeigt.
move-enter-button = Weiter
move-confirm-lead = Mit dieser Schaltfläche zieht Ihr Platz in der Warteschlange auf dieses Gerät um. Auf dem anderen Gerät gilt er dann nicht mehr.
move-confirm-button = Platz hierher holen
# The place that this browser holds itself is given up.
move-confirm-replaces = Dieser Browser hat in dieser Warteschlange schon einen Platz. Der Platz, den Sie übernehmen, ersetzt ihn.

## When it does not work
move-error-code = Dieser Code ist nicht gültig. Vielleicht enthält er einen Tippfehler, wurde schon verwendet oder ist älter als 5 Minuten. Bitte lassen Sie sich auf dem anderen Gerät einen neuen Code anzeigen.
move-error-many = Das waren zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es noch einmal.
move-error-limit = Dieser Platz ist schon so oft umgezogen, wie es möglich ist. Bitte bleiben Sie auf dem Gerät, das ihn hat.
move-error-away = Wegen einer technischen Störung ist das im Moment nicht möglich. Ihr Platz bleibt, wo er ist. Bitte versuchen Sie es noch einmal.
move-error-turn = Auf dem anderen Gerät sind Sie schon an der Reihe. Bitte machen Sie dort weiter.

## Into the line of a priority group
move-priority-title = Ich habe einen Vorrangcode
move-priority-lead = Geben Sie Ihren Code ein. Sie warten dann in der Warteschlange seiner Gruppe und geben Ihren jetzigen Platz auf.
move-priority-error = Dieser Code ist hier nicht gültig. Vielleicht enthält er einen Tippfehler, wurde schon verwendet oder ist abgelaufen. Ihr Platz bleibt, wie er ist.
