### Moving a place to another device.

## On the device that has the place
move-title = Jatka toisella laitteella
move-lead = Voit ottaa jonopaikkasi mukaan esimerkiksi puhelimeesi. Silloin se on voimassa vain uudella laitteella eikä enää tällä.
move-make-code = Näytä koodi
move-code-label = Koodisi
move-scan = Skannaa tämä kuva toisen laitteen kameralla tai avaa siinä tämä osoite ja kirjoita koodi:
move-picture-alt = QR-koodi, joka sisältää osoitteen ja koodisi
move-good-for = Koodia voi käyttää yhden kerran seuraavien 5 minuutin aikana. Älä näytä sitä kenellekään, jolle et halua antaa paikkaasi.
move-back = Takaisin jonopaikallesi
move-new-code = Näytä uusi koodi

## On the device that takes it over
move-enter-title = Ota paikkasi tälle laitteelle
move-enter-lead = Kirjoita koodi, jonka toinen laite näyttää.
move-enter-button = Jatka
move-confirm-lead = Tällä painikkeella jonopaikkasi siirtyy tälle laitteelle. Toisella laitteella se ei ole enää voimassa.
move-confirm-button = Siirrä paikkani tänne
# The place that this browser holds itself is given up.
move-confirm-replaces = Tällä selaimella on jo paikka tässä jonossa. Paikka, jonka otat tälle laitteelle, korvaa sen.

## When it does not work
move-error-code = Koodi ei kelpaa. Se voi olla väärin kirjoitettu, jo käytetty tai yli 5 minuuttia vanha. Näytä uusi koodi toisella laitteella.
move-error-many = Yrityksiä oli liian monta. Odota minuutti ja yritä uudelleen.
move-error-limit = Tämä paikka on siirretty niin monta kertaa kuin on mahdollista. Pysy laitteella, jolla paikka on.
move-error-away = Tämä ei ole juuri nyt mahdollista teknisen ongelman vuoksi. Paikkasi pysyy siellä, missä se on. Yritä uudelleen.
move-error-turn = Toisella laitteella on jo sinun vuorosi. Jatka siellä.

## Into the line of a priority group
move-priority-title = Minulla on etuoikeuskoodi
move-priority-lead = Kirjoita koodisi. Odotat sen jälkeen koodin ryhmän jonossa ja luovut nykyisestä paikastasi.
move-priority-error = Koodi ei kelpaa tässä. Se voi olla väärin kirjoitettu, jo käytetty tai vanhentunut. Paikkasi pysyy ennallaan.
