### The identity of a newcomer: a code by email.

## The page
identity-title = Confirm your email address
identity-lead = We’ll send you a code. Each email address gets one place in line.
identity-send = Send me a code
# $duration is a time such as “10 minutes”.
identity-sent = We’ve sent you a code by email. It works for { $duration }.
identity-code-label = Code from the email
identity-again = No email? Get a new code or use another address
# Over the button, on a page that begins with “A short check comes first”. $duration is how long a
# browser without scripts waits, such as “1 minute”.
identity-price = If nothing has happened after { $duration }, please press the button again.
# While the check runs in the browser.
identity-price-works = Please keep this page open: the code is sent by itself.

## Signing in elsewhere
# Also the text of the button.
identity-sign-in = Sign in
identity-sign-in-lead = Please sign in. Each account gets one place in line.

## When it does not work
identity-error-code = This code isn’t right. Please check the email and try again.
identity-error-old = This code no longer works. Please get a new one.
# $duration is a time such as “20 minutes”.
identity-error-soon = We’ve just sent several codes to this address. Please check the inbox and the spam folder. We can send another one in { $duration }.
identity-error-today = We can’t send more codes to this address or connection today. Please try another address or another connection.
identity-error-send = We couldn’t send the email. Please try again in a minute.
identity-error-sign-in = Signing in didn’t work. Please try again.

## The email
# $code is a number such as “0123 4567”.
identity-subject = { $room }: your code is { $code }
# $room is the name of the waiting room, and $host its address, such as “queue.example.com”.
identity-why = Type the code in on the page of the waiting room { $room } ({ $host }). If you didn’t ask for it, you can ignore this email. Don’t pass the code on to anyone.
