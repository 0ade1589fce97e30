### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = আপনার আগে: { $ahead } · { $room }
status-title-waiting = আপনি সারিতে আছেন · { $room }
status-title-next = এরপর আপনার পালা · { $room }
status-title-first-in-line = এখন আপনার পালা · { $room }
status-title-paused = সারি থেমে আছে · { $room }
status-title-sold-out = সব শেষ · { $room }
status-title-redirecting = প্রবেশ করানো হচ্ছে · { $room }
status-title-starts = শুরু হতে বাকি: { $countdown } · { $room }
status-title-idle = এখনও খোলেনি · { $room }
status-title-prequeue = শুরুর আগে · { $room }
status-title-drawing = লটারিতে নম্বর তোলা হচ্ছে · { $room }
status-title-ended = বন্ধ · { $room }

## Heading and the sentence under it
status-headline-in-line = আপনি সারিতে আছেন
status-headline-next = এরপর আপনার পালা
status-headline-almost = আপনার পালা প্রায় এসে গেছে
status-headline-first-in-line = এখন আপনার পালা
status-headline-paused = সারি সাময়িকভাবে থেমে আছে
status-headline-sold-out = এই মুহূর্তে সব বিক্রি হয়ে গেছে
status-headline-idle = এখনও শুরু হয়নি
status-headline-prequeue = আপনি প্রাক-সারিতে আছেন
status-headline-drawing = লটারিতে নম্বর তোলা হচ্ছে
status-headline-ended = এই অপেক্ষাকক্ষ বন্ধ
status-lead-in-line = আপনার পালা এলে আপনাকে স্বয়ংক্রিয়ভাবে প্রবেশ করানো হবে।
status-lead-next = আপনার আগে আর কেউ নেই। জায়গা হলেই আমরা আপনাকে প্রবেশ করাব।
status-lead-almost = যাঁরা এরপর প্রবেশ করবেন, আপনি তাঁদের একজন। অনুগ্রহ করে এই পাতাতেই থাকুন।
status-lead-first-in-line = অনুগ্রহ করে এই পাতাতেই থাকুন। জায়গা হলেই আমরা আপনাকে প্রবেশ করাব।
status-lead-paused = এই মুহূর্তে কাউকে প্রবেশ করানো হচ্ছে না। আপনার জায়গা থাকবে, আর সম্ভব হলেই সারি এগোবে।
status-lead-sold-out = এখন আর কিছু বাকি নেই, তাই কাউকে প্রবেশ করানো হচ্ছে না। আরও পাওয়া যেতে পারে, তাই সারিতে আপনার জায়গা থাকবে।
status-lead-idle = সারিতে আপনার এখনও কোনো জায়গা নেই। এই পাতাটি খোলা রাখুন: অপেক্ষাকক্ষ খুললেই এটি আপনার জন্য একটি জায়গা নিয়ে নেবে।
status-lead-prequeue = শুরুর সময় যাঁরা এখানে থাকবেন, তাঁদের সবার সুযোগ সমান: নম্বর লটারিতে তোলা হয়। কে আগে এসেছেন, তাতে কিছু যায় আসে না।
status-lead-drawing = এতে কয়েক সেকেন্ড লাগে। লটারি শেষ হলেই আপনার নম্বর নিজে থেকে দেখা যাবে।
status-lead-ended = আর কাউকে প্রবেশ করানো হচ্ছে না। আপনার আগ্রহের জন্য ধন্যবাদ।

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] আপনার আগে { $ahead } জন আছেন।
       *[other] আপনার আগে { $ahead } জন আছেন।
    } আনুমানিক অপেক্ষার সময়: { $wait }।
status-announce-ahead =
    { $ahead ->
        [one] আপনার আগে { $ahead } জন আছেন।
       *[other] আপনার আগে { $ahead } জন আছেন।
    }
status-announce-wait = আনুমানিক অপেক্ষার সময়: { $wait }।
status-announce-next = আপনার আগে আর কেউ নেই। আনুমানিক অপেক্ষার সময়: { $wait }।
status-announce-first-in-line = এখন আপনার পালা। জায়গা হলেই আমরা আপনাকে প্রবেশ করাব।
status-announce-paused = সারি সাময়িকভাবে থেমে আছে। আপনার জায়গা থাকবে।
status-announce-redirecting = এখন আপনাকে প্রবেশ করানো হচ্ছে।
status-announce-starts = শুরু হতে বাকি সময়: { $countdown }।
status-announce-idle = এখনও শুরু হয়নি। সারিতে আপনার এখনও কোনো জায়গা নেই।
status-announce-prequeue = আপনি প্রাক-সারিতে আছেন। শুরুর পরে লটারিতে নম্বর তোলা হবে।
status-announce-drawing = লটারিতে নম্বর তোলা হচ্ছে। এতে কয়েক সেকেন্ড লাগে।
status-announce-ended = এই অপেক্ষাকক্ষ বন্ধ।

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = এই মুহূর্তে জানা নেই
status-wait-not-yet = এখনও জানা নেই
status-wait-under-a-minute = এক মিনিটের কম
status-wait-over-a-day = এক দিনের বেশি
status-wait-about = প্রায় { $duration }
status-wait-up-to = সর্বোচ্চ { $duration }
status-wait-between = { $low } থেকে { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } মিনিট
       *[other] { $low }–{ $high } মিনিট
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } ঘণ্টা
       *[other] { $low }–{ $high } ঘণ্টা
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = প্রায় { $left }টি বাকি আছে।
status-stock-few = অল্প কয়েকটি বাকি আছে।

## The time to the start, under “Time until the start”
status-countdown-now = আর এক মুহূর্ত
status-countdown-under-a-minute = এক মিনিটের কম

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = অপেক্ষা বেড়েছে, কারণ এখন আরও ধীরে প্রবেশ করানো হচ্ছে।
status-reason-paused = অপেক্ষা বেড়েছে, কারণ সারি থামানো হয়েছিল।
status-reason-more-came-back = অপেক্ষা বেড়েছে, কারণ ধারণার চেয়ে বেশি মানুষ ফিরে এসেছেন।
status-reason-store-away = অপেক্ষা বেড়েছে, কারণ আমাদের একটি প্রযুক্তিগত সমস্যা হয়েছে। আমরা তা ঠিক করছি।
status-reason-capped-by-sessions = অপেক্ষা বেড়েছে, কারণ ওয়েবসাইটে আর জায়গা নেই। কেউ বেরিয়ে গেলে অন্যরা ঢুকতে পারেন।
status-reason-pool-shared = অপেক্ষা বেড়েছে, কারণ আরেকটি সারিও একই ওয়েবসাইটে যায় এবং সেখানেও ভিড়।
status-reason-autotune-slowed = অপেক্ষা বেড়েছে, কারণ ওয়েবসাইটটি এখন ধীরগতির, তাই কম মানুষকে প্রবেশ করানো হচ্ছে।
status-reason-priority = অপেক্ষা বেড়েছে, কারণ যাঁদের অগ্রাধিকার আছে তাঁদের আগে প্রবেশ করানো হচ্ছে।
status-reason-restored = অপেক্ষা বেড়েছে, কারণ একটি প্রযুক্তিগত সমস্যার পরে আমাদের সারিটি পুনরুদ্ধার করতে হয়েছে।
