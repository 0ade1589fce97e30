### Moving a place to another device.

## On the device that has the place
move-title = Continue on another device
move-lead = You can take your place in line with you, for example to your phone. It will then be valid on the new device only, and no longer on this one.
move-make-code = Show a code
move-code-label = Your code
move-scan = Scan this picture with the other device’s camera, or open this address there and type in the code:
move-picture-alt = A QR code that holds the address and your code
move-good-for = The code works once, within the next 5 minutes. Don’t show it to anyone who shouldn’t have your place.
move-back = Back to your place in line
move-new-code = Show a new code

## On the device that takes it over
move-enter-title = Move your place to this device
move-enter-lead = Type in the code shown on the other device.
move-enter-button = Continue
move-confirm-lead = This button moves your place in line to this device. It will no longer be valid on the other one.
move-confirm-button = Move my place here
# The place that this browser holds itself is given up.
move-confirm-replaces = This browser already has a place in line. The one you move here replaces it.

## When it does not work
move-error-code = This code isn’t valid. It may be mistyped, used already or older than 5 minutes. Please show a new code on the other device.
move-error-many = There were too many attempts. Please wait a minute and try again.
move-error-limit = This place in line has been moved as many times as it can be. Please stay on the device that has it.
move-error-away = This isn’t possible right now because of a technical problem on our side. Your place stays where it is. Please try again.
move-error-turn = It’s already your turn on the other device. Please carry on there.

## Into the line of a priority group
move-priority-title = I have a priority code
move-priority-lead = Type in your code. You’ll then wait in your group’s line, and you’ll lose your place in this one.
move-priority-error = This code isn’t valid here. It may be mistyped, used already or out of date. Your place stays as it is.
