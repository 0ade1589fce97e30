### British English: only what differs from `locales/en`.

page-number-label = Your number in the queue
page-progress-label = Your progress through the queue
page-leave = Leave the queue
page-skip = Skip to your place in the queue
page-draw-closing = Shortly after the start, the draw closes. Anyone who comes later joins the queue behind everyone who was in it.
