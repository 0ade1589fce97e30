### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Ano ang page na ito?
about-lead = Isa itong virtual na silid-hintayan. Kapag mas maraming taong gustong bumisita sa isang website kaysa sa kaya nitong paglingkuran nang maayos, naghihintay sila rito nang patas ang pagkakasunod-sunod at isa-isang pinapapasok.
about-how-heading = Paano ito gumagana
about-how-order = Ang unang dumating ang unang pinapapasok. Kung sa takdang oras magbubukas ang isang silid-hintayan, lahat ng naroon bago iyon ay makakakuha ng numero sa bunutang masusuri ng sinuman.
about-how-place = Nakalaan sa inyo ang puwesto ninyo habang naghihintay, kahit i-reload ninyo ang page, maputol ang koneksiyon o i-restart ang browser.
about-how-turn = Kapag turno na ninyo, kusa kayong makakapasok. Walang kailangang i-click, at hindi ito napapabilis ng pag-reload.
about-privacy-heading = Ano ang itinatabi tungkol sa inyo
about-privacy = Isang cookie na humahawak ng puwesto ninyo sa pila, hanggang 7 araw lang. Walang pagsubaybay, at walang nilo-load mula sa ibang lugar.
about-accessibility-heading = Para sa lahat
about-accessibility = Ginawa ang mga page na ito para gumana sa anumang browser, gamit ang keyboard, gamit ang screen reader, nang pinalaki, at nang walang script.
about-what-to-do-heading = Ano ang dapat gawin
about-what-to-do = Wala. Buksan ang website na gusto ninyong puntahan; kapag maraming tao, kusa kayo nitong dadalhin sa silid-hintayan nito.
about-source = Tumatakbo ang silid-hintayang ito sa Anteroom, na open source.
about-status-link = Kalagayan ng serbisyong ito

## How it stands
health-title = Kalagayan
health-lead-good = Gumagana ang lahat.
health-lead-starting = Nagsisimula na ang serbisyo.
health-lead-degraded = Hindi makapagbigay ng mga bagong puwesto sa pila sa ngayon. Ang lahat ng may puwesto ay hindi mawawalan nito.
health-lead-stopping = Nire-restart ang serbisyo. Ang lahat ng may puwesto ay hindi mawawalan nito.
health-rooms-heading = Mga silid-hintayan
health-room-waiting-label = Mga tao sa pila
health-room-outflow-label = Mga pinapasok sa nakaraang minuto
health-room-wait-label = Tinatayang paghihintay ng mga bagong dating
health-room-enter = Pumunta sa silid-hintayan
health-phase-idle = Hindi pa bukas
health-phase-prequeue = Paunang pila
health-phase-queue = Bukas
health-phase-paused = Nakahinto
health-phase-disabled = Tuloy-tuloy ang pagpasok
health-phase-postqueue = Sarado
health-updated = Ayon sa oras na { $time }
