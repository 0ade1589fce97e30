### Moving a place to another device.

## On the device that has the place
move-title = Turpināt citā ierīcē
move-lead = Savu vietu rindā varat paņemt līdzi, piemēram, tālrunī. Tad tā ir spēkā tikai jaunajā ierīcē, bet šajā vairs ne.
move-make-code = Parādīt kodu
move-code-label = Jūsu kods
move-scan = Noskenējiet šo attēlu ar otras ierīces kameru vai atveriet tajā šo adresi un ievadiet kodu:
move-picture-alt = QR kods ar adresi un jūsu kodu
move-good-for = Kodu var izmantot vienu reizi nākamo 5 minūšu laikā. Nerādiet to nevienam, kam nevēlaties atdot savu vietu.
move-back = Atpakaļ uz savu vietu rindā
move-new-code = Parādīt jaunu kodu

## On the device that takes it over
move-enter-title = Pārņemt savu vietu
move-enter-lead = Ievadiet kodu, ko rāda otra ierīce.
move-enter-button = Turpināt
move-confirm-lead = Ar šo pogu jūsu vieta rindā pāriet uz šo ierīci. Otrā ierīcē tā vairs nav spēkā.
move-confirm-button = Pārcelt manu vietu šurp
# The place that this browser holds itself is given up.
move-confirm-replaces = Šajā pārlūkā jau ir vieta šajā rindā. Jūs to zaudējat, un tās vietā stājas tā, ko pārņemat.

## When it does not work
move-error-code = Šis kods nav derīgs. Iespējams, tas ir ievadīts kļūdaini, jau izmantots vai vecāks par 5 minūtēm. Lūdzu, parādiet otrā ierīcē jaunu kodu.
move-error-many = Bija pārāk daudz mēģinājumu. Lūdzu, uzgaidiet minūti un mēģiniet vēlreiz.
move-error-limit = Šo vietu vairs nevar pārcelt, jo ir sasniegts ierobežojums. Lūdzu, palieciet ierīcē, kurā tā ir.
move-error-away = Tehniskas problēmas dēļ tas pašlaik nav iespējams. Jūsu vieta paliek tur, kur tā ir. Lūdzu, mēģiniet vēlreiz.
move-error-turn = Otrā ierīcē jau ir pienākusi jūsu kārta. Lūdzu, turpiniet tur.

## Into the line of a priority group
move-priority-title = Man ir priekšrocību kods
move-priority-lead = Ievadiet savu kodu. Pēc tam gaidīsiet tā grupas rindā un zaudēsiet pašreizējo vietu.
move-priority-error = Šis kods šeit nav derīgs. Iespējams, tas ir ievadīts kļūdaini, jau izmantots vai novecojis. Jūsu vieta paliek, kāda tā ir.
