### British English: only what differs from `locales/en`.

move-lead = You can take your place in the queue with you, for example to your phone. It will then be valid on the new device only, and no longer on this one.
move-back = Back to your place in the queue
move-confirm-lead = This button moves your place in the queue to this device. It will no longer be valid on the other one.
move-confirm-replaces = This browser already has a place in the queue. The one you move here replaces it.
move-error-limit = This place in the queue has been moved as many times as it can be. Please stay on the device that has it.
move-priority-lead = Type in your code. You’ll then wait in your group’s queue, and you’ll lose your place in this one.
