### British English: only what differs from `locales/en`.

widget-button-queue = Join the queue
widget-status-waiting =
    { $people ->
        [one] { $people } person is in the queue
       *[other] { $people } people are in the queue
    }
widget-status-nobody = No one is in the queue
widget-status-paused = The queue is paused
