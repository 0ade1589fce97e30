### British English: only what differs from `locales/en`.

page-leave-pending = You’re leaving the queue
status-lead-drawn = This is your number in the queue. People are let in from the lowest number up.
