### Moving a place to another device.

## On the device that has the place
move-title = Continue on another device
move-lead = You can take your place in line along, to your phone for example. It then counts on the new device only, and this one gives it up.
move-make-code = Show a code
move-code-label = Your code
move-scan = Scan this picture with the camera of the other device, or open this address there and type in the code:
move-picture-alt = A QR code that holds the address with your code
move-good-for = The code is good for one use within the next 5 minutes. Show it to nobody whom you do not want to have your place.
move-back = Back to your place in line
move-new-code = Show a new code

## On the device that takes it over
move-enter-title = Take over your place
move-enter-lead = Type in the code that the other device shows.
move-enter-button = Continue
move-confirm-lead = With this button your place in line moves to this device. The other device gives it up.
move-confirm-button = Move my place here
# The place that this browser holds itself is given up.
move-confirm-replaces = This browser already has a place in this line. It is given up for the one that you take over.

## When it does not work
move-error-code = This code is not valid. It may be mistyped, used already or older than 5 minutes. Please show a new code on the other device.
move-error-many = There were too many attempts. Please wait a minute and try again.
move-error-limit = This place has been moved as often as is possible. Please stay on the device that has it.
move-error-away = This is not possible at the moment because of a technical problem. Your place stays where it is. Please try again.
move-error-turn = It is your turn on the other device already. Please go on there.

## Into the line of a priority group
move-priority-title = I have a priority code
move-priority-lead = Type in your code. You then wait in the line of its group and give up your present place.
move-priority-error = This code is not valid here. It may be mistyped, used already or out of date. Your place stays as it is.
