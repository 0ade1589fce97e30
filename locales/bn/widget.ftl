### Widgets on other people's pages.

## The button
widget-button-idle = এখনও খোলেনি
widget-button-prequeue = প্রাক-সারিতে যোগ দিন
widget-button-queue = সারিতে যোগ দিন
widget-button-postqueue = বন্ধ

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = শুরু হতে বাকি সময়:
widget-countdown-less-than-a-minute = এক মিনিটের কম
widget-countdown-started = শুরু হয়েছে
widget-countdown-ended = শেষ হয়েছে

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } জন সারিতে আছেন
       *[other] { $people } জন সারিতে আছেন
    }
widget-status-nobody = সারিতে কেউ নেই
widget-status-wait = আনুমানিক অপেক্ষার সময়: { $wait }
widget-status-paused = সারি সাময়িকভাবে থেমে আছে
