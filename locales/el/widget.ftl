### Widgets on other people's pages.

## The button
widget-button-idle = Δεν έχει ανοίξει ακόμη
widget-button-prequeue = Συμμετοχή στην κλήρωση
widget-button-queue = Είσοδος στην ουρά
widget-button-postqueue = Έκλεισε

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Χρόνος μέχρι την έναρξη:
widget-countdown-less-than-a-minute = λιγότερο από ένα λεπτό
widget-countdown-started = Η έναρξη έγινε
widget-countdown-ended = Τελείωσε

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } άτομο είναι στην ουρά
       *[other] { $people } άτομα είναι στην ουρά
    }
widget-status-nobody = Δεν είναι κανείς στην ουρά
widget-status-wait = Εκτιμώμενη αναμονή: { $wait }
widget-status-paused = Η ουρά είναι σε παύση
