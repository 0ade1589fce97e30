### E-mail shortly before the turn.

## The page where a visitor leaves an address
# Also the text of the link to this page.
email-title = E-mail me when it is nearly my turn
# $duration is a time such as “10 minutes”.
email-lead = Leave your e-mail address, and we write to you once, shortly before your turn ({ $duration }). Then we delete the address.
email-label = E-mail address
email-save = Save
# Above the field with the address, and a button that deletes it.
email-kept = Saved: { $address }
email-remove = Delete address
email-sent = Your e-mail has been sent or is on its way. There is only one for each place.

## When it does not work
email-error-address = This is not a complete e-mail address. Example: name@example.com
email-error-many = Too many addresses have been given today. Please keep the page with your place open instead.
email-error-link = This link is no longer valid. Your place is on the device on which you used it last.

## The e-mail
email-subject = { $room }: it is nearly your turn
email-late = If you come later, you keep your place: we let you in as soon as there is room.
# $duration is a time such as “30 minutes”.
email-late-limit = If you come later, your place is kept for a limited time after your turn: { $duration }
email-button = Go to my place
# $host is the address of the waiting room, such as “queue.example.com”.
email-why = You receive this e-mail because your address was given in the waiting room { $host }. It is deleted there now, and no other e-mail follows. If it was not you, you can ignore this e-mail.
