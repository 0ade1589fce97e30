### The identity of a newcomer: a code by e-mail.

identity-title = Επιβεβαιώστε τη διεύθυνση email σας
identity-lead = Θα σας στείλουμε έναν κωδικό. Κάθε διεύθυνση email έχει μία θέση στην ουρά.
identity-send = Στείλτε μου τον κωδικό
identity-sent = Σας στείλαμε έναν κωδικό με email. Ισχύει για { $duration }.
identity-code-label = Κωδικός από το email
identity-again = Δεν ήρθε email; Ζητήστε νέο κωδικό ή χρησιμοποιήστε άλλη διεύθυνση
identity-error-code = Αυτός ο κωδικός δεν είναι σωστός. Ελέγξτε το email και δοκιμάστε ξανά.
identity-error-old = Αυτός ο κωδικός δεν ισχύει πια. Ζητήστε έναν νέο.
identity-error-today = Σήμερα δεν μπορούμε να στείλουμε άλλους κωδικούς σε αυτή τη διεύθυνση ή σύνδεση. Δοκιμάστε άλλη διεύθυνση ή άλλη σύνδεση.
identity-error-send = Δεν μπορέσαμε να στείλουμε το email. Δοκιμάστε ξανά σε ένα λεπτό.
identity-subject = { $room }: ο κωδικός σας είναι { $code }
identity-why = Πληκτρολογήστε τον κωδικό στη σελίδα { $host }. Αν δεν τον ζητήσατε, μπορείτε να αγνοήσετε αυτό το email. Μη δώσετε τον κωδικό σε κανέναν.
identity-sign-in = Σύνδεση
identity-sign-in-lead = Συνδεθείτε για να πάρετε θέση. Κάθε λογαριασμός έχει μία θέση στην ουρά.
identity-error-sign-in = Η σύνδεση δεν πέτυχε. Δοκιμάστε ξανά.
