### British English: only what differs from `locales/en`.

draw-heading-aborted = This draw was cancelled
draw-lead-public = To see your own number too, open this page from your place in the queue.
draw-check-abort = The operator signed that the draw was cancelled, with the reason “{ $reason }”.
draw-caution-drawn-again = The draw was repeated. Draws cancelled before this one: { $count }.
draw-back = Back to your place in the queue
