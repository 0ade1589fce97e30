### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Μπροστά σας: { $ahead } · { $room }
status-title-waiting = Είστε στην ουρά · { $room }
status-title-next = Ακολουθεί η σειρά σας · { $room }
status-title-first-in-line = Ήρθε η σειρά σας · { $room }
status-title-paused = Σε παύση · { $room }
status-title-sold-out = Εξαντλήθηκε · { $room }
status-title-redirecting = Μπαίνετε τώρα · { $room }
status-title-starts = Μέχρι την έναρξη: { $countdown } · { $room }
status-title-idle = Δεν έχει ανοίξει ακόμη · { $room }
status-title-prequeue = Πριν από την έναρξη · { $room }
status-title-drawing = Γίνεται η κλήρωση αριθμών · { $room }
status-title-ended = Έκλεισε · { $room }

## Heading and the sentence under it
status-headline-in-line = Είστε στην ουρά
status-headline-next = Ακολουθεί η σειρά σας
status-headline-almost = Πλησιάζει η σειρά σας
status-headline-first-in-line = Ήρθε η σειρά σας
status-headline-paused = Η ουρά είναι σε παύση
status-headline-sold-out = Προς το παρόν όλα έχουν εξαντληθεί
status-headline-idle = Δεν έχει αρχίσει ακόμη
status-headline-prequeue = Συμμετέχετε στην κλήρωση
status-headline-drawing = Γίνεται η κλήρωση των αριθμών
status-headline-ended = Αυτή η αίθουσα αναμονής έκλεισε
status-lead-in-line = Όταν έρθει η σειρά σας, θα μπείτε αυτόματα.
status-lead-next = Δεν είναι πια κανείς μπροστά σας. Θα μπείτε μόλις υπάρξει χώρος.
status-lead-almost = Είστε ανάμεσα στους επόμενους που θα μπουν. Μείνετε σε αυτή τη σελίδα.
status-lead-first-in-line = Μείνετε σε αυτή τη σελίδα. Θα μπείτε μόλις υπάρξει χώρος.
status-lead-paused = Αυτή τη στιγμή δεν μπαίνει κανείς. Διατηρείτε τη θέση σας, και η ουρά θα προχωρήσει μόλις γίνει δυνατό.
status-lead-sold-out = Αυτή τη στιγμή δεν απομένει τίποτα, γι’ αυτό δεν μπαίνει κανείς. Διατηρείτε τη θέση σας στην ουρά, για την περίπτωση που υπάρξει νέα διαθεσιμότητα.
status-lead-idle = Δεν έχετε ακόμη θέση στην ουρά. Κρατήστε αυτή τη σελίδα ανοιχτή: θα σας εξασφαλίσει μία μόλις ανοίξει η αίθουσα αναμονής.
status-lead-prequeue = Όσοι είναι εδώ στην έναρξη έχουν όλοι την ίδια πιθανότητα: οι αριθμοί κληρώνονται. Δεν έχει σημασία ποιος ήρθε πρώτος.
status-lead-drawing = Αυτό διαρκεί λίγα δευτερόλεπτα. Ο αριθμός σας θα εμφανιστεί αυτόματα μόλις ολοκληρωθεί η κλήρωση.
status-lead-ended = Δεν μπαίνει πια κανείς. Σας ευχαριστούμε για το ενδιαφέρον.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Μπροστά σας είναι { $ahead } άτομο.
       *[other] Μπροστά σας είναι { $ahead } άτομα.
    } Εκτιμώμενη αναμονή: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Μπροστά σας είναι { $ahead } άτομο.
       *[other] Μπροστά σας είναι { $ahead } άτομα.
    }
status-announce-wait = Εκτιμώμενη αναμονή: { $wait }.
status-announce-next = Δεν είναι πια κανείς μπροστά σας. Εκτιμώμενη αναμονή: { $wait }.
status-announce-first-in-line = Ήρθε η σειρά σας. Θα μπείτε μόλις υπάρξει χώρος.
status-announce-paused = Η ουρά είναι σε παύση. Διατηρείτε τη θέση σας.
status-announce-redirecting = Μπαίνετε τώρα.
status-announce-starts = Χρόνος μέχρι την έναρξη: { $countdown }.
status-announce-idle = Δεν έχει αρχίσει ακόμη. Δεν έχετε ακόμη θέση στην ουρά.
status-announce-prequeue = Συμμετέχετε στην κλήρωση. Οι αριθμοί κληρώνονται μετά την έναρξη.
status-announce-drawing = Γίνεται η κλήρωση των αριθμών. Αυτό διαρκεί λίγα δευτερόλεπτα.
status-announce-ended = Αυτή η αίθουσα αναμονής έκλεισε.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = άγνωστη προς το παρόν
status-wait-not-yet = όχι ακόμη γνωστή
status-wait-under-a-minute = λιγότερο από ένα λεπτό
status-wait-over-a-day = περισσότερο από μία ημέρα
status-wait-about = περίπου { $duration }
status-wait-up-to = έως { $duration }
status-wait-between = από { $low } έως { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } λεπτό
       *[other] { $low }–{ $high } λεπτά
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } ώρα
       *[other] { $low }–{ $high } ώρες
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Απομένουν περίπου { $left }.
status-stock-few = Απομένουν μόνο λίγα.

## The time to the start, under “Time until the start”
status-countdown-now = μια στιγμή
status-countdown-under-a-minute = λιγότερο από ένα λεπτό

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Η αναμονή είναι τώρα μεγαλύτερη, επειδή ο κόσμος μπαίνει με πιο αργό ρυθμό.
status-reason-paused = Η αναμονή είναι τώρα μεγαλύτερη, επειδή η ουρά είχε σταματήσει προσωρινά.
status-reason-more-came-back = Η αναμονή είναι τώρα μεγαλύτερη, επειδή επέστρεψαν περισσότερα άτομα από όσα αναμενόταν.
status-reason-store-away = Η αναμονή είναι τώρα μεγαλύτερη, επειδή έχουμε ένα τεχνικό πρόβλημα. Εργαζόμαστε για να λυθεί.
status-reason-capped-by-sessions = Η αναμονή είναι τώρα μεγαλύτερη, επειδή ο ιστότοπος είναι γεμάτος. Όσο κάποιοι φεύγουν, μπαίνουν άλλοι.
status-reason-pool-shared = Η αναμονή είναι τώρα μεγαλύτερη, επειδή στον ίδιο ιστότοπο οδηγεί και άλλη ουρά με πολύ κόσμο.
status-reason-autotune-slowed = Η αναμονή είναι τώρα μεγαλύτερη, επειδή ο ιστότοπος ανταποκρίνεται αργά αυτή τη στιγμή και γι’ αυτό μπαίνουν λιγότερα άτομα.
status-reason-priority = Η αναμονή είναι τώρα μεγαλύτερη, επειδή όσοι έχουν προτεραιότητα μπαίνουν πρώτοι.
status-reason-restored = Η αναμονή είναι τώρα μεγαλύτερη, επειδή χρειάστηκε να επαναφέρουμε την ουρά μετά από ένα τεχνικό πρόβλημα.
