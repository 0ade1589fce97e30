### The identity of a newcomer: a code by e-mail.

identity-title = Apstipriniet savu e-pasta adresi
identity-lead = Mēs jums nosūtīsim kodu. Katrai e-pasta adresei ir viena vieta rindā.
identity-send = Nosūtīt man kodu
identity-sent = Mēs nosūtījām jums kodu e-pastā. Tas ir derīgs: { $duration }.
identity-code-label = Kods no e-pasta
identity-again = Nav e-pasta? Saņemiet jaunu kodu vai izmantojiet citu adresi
identity-price = Ja nekas nenotiek, nospiediet pogu vēlreiz. Pirms tam uzgaidiet: { $duration }.
identity-price-works = Lūdzu, turiet šo lapu atvērtu: kods tiek nosūtīts automātiski.
identity-error-code = Šis kods nav pareizs. Pārbaudiet e-pastu un mēģiniet vēlreiz.
identity-error-old = Šis kods vairs nav derīgs. Saņemiet jaunu.
identity-error-soon = Uz šo adresi tikko nosūtījām vairākus kodus. Lūdzu, pārbaudiet iesūtni un surogātpasta mapi. Laiks, pēc kura varēsim nosūtīt nākamo: { $duration }.
identity-error-today = Šodien uz šo adresi vai šim savienojumam vairs nevaram nosūtīt kodus. Mēģiniet ar citu adresi vai citu savienojumu.
identity-error-send = E-pastu neizdevās nosūtīt. Mēģiniet vēlreiz pēc minūtes.
identity-subject = { $room }: jūsu kods ir { $code }
identity-why = Ierakstiet kodu uzgaidāmās telpas { $room } ({ $host }) lapā. Ja jūs to nepieprasījāt, varat neņemt vērā šo e-pastu. Nedodiet kodu nevienam.
identity-sign-in = Pieteikties
identity-sign-in-lead = Piesakieties, lai saņemtu vietu. Katram kontam ir viena vieta rindā.
identity-error-sign-in = Pieteikties neizdevās. Mēģiniet vēlreiz.
