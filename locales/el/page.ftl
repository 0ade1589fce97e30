### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Άτομα μπροστά σας
page-wait-label = Εκτιμώμενη αναμονή
page-number-label = Ο αριθμός σας στην ουρά
page-progress-label = Η πορεία σας στην ουρά
page-updated-label = Τελευταία ενημέρωση
page-message-label = Ανακοίνωση
page-keep-open = Κρατήστε αυτή τη σελίδα ανοιχτή. Ενημερώνεται από μόνη της, και διατηρείτε τη θέση σας ακόμη κι αν τη φορτώσετε ξανά ή επιστρέψετε λίγο αργότερα.
page-leave = Αποχώρηση από την ουρά
page-queue-id-label = Αναγνωριστικό ουράς
page-offline = Η σύνδεση διακόπηκε. Διατηρείτε τη θέση σας, κι εμείς συνεχίζουμε να προσπαθούμε.
page-online-again = Η σύνδεση αποκαταστάθηκε.
page-redirecting-headline = Μπαίνετε τώρα
page-redirecting-lead = Ευχαριστούμε για την αναμονή. Θα φτάσετε σε μια στιγμή.
page-redirecting-link = Μετάβαση τώρα
page-skip = Μετάβαση στη θέση σας στην ουρά
page-powered-by = Με την τεχνολογία του Anteroom
page-about-link = Τι είναι αυτή η σελίδα;
page-status-link = Κατάσταση αυτής της αίθουσας αναμονής

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Χρόνος μέχρι την έναρξη
page-prequeue-countdown-label = Χρόνος μέχρι να μπορείτε να μπείτε στην κλήρωση
# Label over a date with a time of day.
page-starts-at-label = Έναρξη
page-keep-open-before = Κρατήστε αυτή τη σελίδα ανοιχτή. Ενημερώνεται από μόνη της, και παραμένετε στην κλήρωση ακόμη κι αν τη φορτώσετε ξανά ή επιστρέψετε πριν από την έναρξη.
page-keep-open-idle = Η σελίδα ενημερώνεται από μόνη της. Δεν χρειάζεται να τη φορτώσετε ξανά.

## Be told when it is your turn
page-notify-heading = Ειδοποίηση όταν έρθει η σειρά μου
page-notify-sound = Αναπαραγωγή ήχου
page-notify-vibration = Δόνηση
page-notify-notification = Εμφάνιση ειδοποίησης
page-notify-denied = Το πρόγραμμα περιήγησής σας δεν επιτρέπει ειδοποιήσεις για αυτή τη σελίδα. Μπορείτε να το αλλάξετε στις ρυθμίσεις του.

## Language and device
page-language-label = Γλώσσα
page-language-apply = Αλλαγή γλώσσας
page-move-link = Συνέχεια σε άλλη συσκευή

## The draw
page-draw-heading = Τι γίνεται στην έναρξη
page-draw-closing = Λίγο μετά την έναρξη κλείνει η κλήρωση. Όποιος έρθει αργότερα μπαίνει στην ουρά πίσω από όλους όσοι συμμετείχαν.
page-draw-chance = Έπειτα κληρώνεται ένας αριθμός για καθέναν που συμμετέχει. Όλοι έχουν την ίδια πιθανότητα, είτε ήρθαν νωρίς είτε αργά.
page-draw-number = Ο αριθμός σας εμφανίζεται σε αυτή τη σελίδα. Η είσοδος ξεκινά από τον μικρότερο αριθμό και συνεχίζει προς τα πάνω.
page-draw-with-beacon = Στην κλήρωση χρησιμοποιείται ένας δημόσιος τυχαίος αριθμός που κανείς δεν μπορεί να γνωρίζει από πριν, ώστε κανείς να μην μπορεί να επιλέξει το αποτέλεσμα.
page-draw-check = Ο καθένας μπορεί να ελέγξει την κλήρωση εκ των υστέρων.
page-draw-receipt = Ο καθένας μπορεί να ελέγξει την κλήρωση εκ των υστέρων. Η απόδειξή σας δείχνει ότι συμμετέχετε. Κρατήστε την ως τότε.
page-draw-receipt-link = Λήψη της απόδειξής σας
page-draw-check-link = Πώς ελέγχεται η κλήρωση
page-drawn-link = Ο αριθμός σας κληρώθηκε – ελέγξτε την κλήρωση

## After the end
page-skip-content = Μετάβαση στο περιεχόμενο
page-ended-help = Για να δείτε τι είναι διαθέσιμο τώρα, επισκεφτείτε τον ίδιο τον ιστότοπο.
page-back-to-site = Πίσω στον ιστότοπο
