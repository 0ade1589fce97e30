### E-mail shortly before the turn.

## The page where a visitor leaves an address
# Also the text of the link to this page.
email-title = Email me when it’s nearly my turn
# $duration is a time such as “10 minutes”.
email-lead = Leave your email address, and we’ll write to you once, shortly before your turn ({ $duration }). Then we’ll delete the address.
email-label = Email address
email-save = Save
# Above the field with the address, and a button that deletes it.
email-kept = Saved: { $address }
email-remove = Delete address
email-sent = Your email has been sent or is on its way. There’s only one for each place in line.

## When it does not work
email-error-address = We can’t send to this email address. Example: name@example.com
email-error-many = We can’t take any more addresses today. Please keep the page with your place in line open instead.
email-error-link = This link is no longer valid. Your place in line is on the device where you used it last.

## The e-mail
email-subject = { $room }: your turn is coming up
email-late = If you come later, you’ll keep your place in line: we’ll let you in as soon as there’s room.
# $duration is a time such as “30 minutes”.
email-late-limit = If you come later, your place in line is kept for a limited time after your turn: { $duration }
email-button = Go to my place in line
# $room is the name of the waiting room, and $host its address, such as “queue.example.com”.
email-why = You’re getting this email because your address was entered in the waiting room { $room } ({ $host }). It has been deleted there now, and no other email will follow. If it wasn’t you, you can ignore this email.

## A notification that comes with the page closed
push-button = Notify me even if I close this page
push-failed = That didn’t work. Please keep this page open instead.
