### British English: only what differs from `locales/en`.

status-title-waiting = You’re in the queue · { $room }
status-headline-in-line = You’re in the queue
status-headline-paused = The queue is paused
status-lead-paused = No one is being let in right now. You haven’t lost your place, and the queue will move again as soon as it can.
status-lead-idle = You don’t have a place in the queue yet. Keep this page open, and you’ll get one as soon as the waiting room opens.
status-announce-paused = The queue is paused. You haven’t lost your place.
status-announce-idle = Not started yet. You don’t have a place in the queue yet.
status-reason-paused = The wait is longer now because the queue was paused.
status-reason-pool-shared = The wait is longer now because another queue leads to the same site and is busy too.
status-reason-restored = The wait is longer now because we had to restore the queue after a technical problem.
