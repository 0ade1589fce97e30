### The waiting page: what every visitor of a room reads alike.

page-ahead-label = আপনার আগে যতজন
page-wait-label = আনুমানিক অপেক্ষার সময়
page-number-label = সারিতে আপনার নম্বর
page-progress-label = সারিতে আপনার অগ্রগতি
page-updated-label = সর্বশেষ হালনাগাদ
page-message-label = ঘোষণা
page-keep-open = অনুগ্রহ করে এই পাতাটি খোলা রাখুন। এটি নিজে থেকেই হালনাগাদ হয়, এবং পাতাটি আবার লোড করলে বা একটু পরে ফিরে এলেও আপনার জায়গা থাকবে।
page-leave = সারি ছেড়ে যান
page-queue-id-label = সারির আইডি
page-offline = সংযোগ বিচ্ছিন্ন হয়েছে। আপনার জায়গা ঠিক আছে, আর আমরা চেষ্টা চালিয়ে যাচ্ছি।
page-online-again = সংযোগ ফিরে এসেছে।
page-redirecting-headline = আপনাকে প্রবেশ করানো হচ্ছে
page-redirecting-lead = অপেক্ষা করার জন্য ধন্যবাদ। আপনি এখনই পৌঁছে যাবেন।
page-redirecting-link = এখনই সেখানে যান
page-skip = সরাসরি সারিতে আপনার জায়গায় যান
page-powered-by = Anteroom দ্বারা চালিত
page-about-link = এই পাতাটি কী?
page-status-link = এই অপেক্ষাকক্ষের অবস্থা

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = শুরু হতে বাকি সময়
page-prequeue-countdown-label = প্রাক-সারি খুলতে বাকি সময়
# Label over a date with a time of day.
page-starts-at-label = শুরু
page-keep-open-before = অনুগ্রহ করে এই পাতাটি খোলা রাখুন। এটি নিজে থেকেই হালনাগাদ হয়, এবং পাতাটি আবার লোড করলে বা শুরুর আগে ফিরে এলেও আপনি লটারিতে থাকবেন।
page-keep-open-idle = এই পাতাটি নিজে থেকেই হালনাগাদ হয়। আপনাকে আবার লোড করতে হবে না।

## Be told when it is your turn
page-notify-heading = আমার পালা এলে আমাকে জানান
page-notify-sound = শব্দ বাজান
page-notify-vibration = কম্পন
page-notify-notification = বিজ্ঞপ্তি দেখান
page-notify-denied = আপনার ব্রাউজার এই পাতাকে বিজ্ঞপ্তি দেখানোর অনুমতি দেয় না। ব্রাউজারের সেটিংসে আপনি এটি বদলাতে পারেন।

## Language and device
page-language-label = ভাষা
page-language-apply = ভাষা বদলান
page-move-link = অন্য ডিভাইসে চালিয়ে যান

## The draw
page-draw-heading = শুরুতে কী হয়
page-draw-closing = শুরুর কিছুক্ষণ পরে প্রাক-সারি বন্ধ হয়ে যায়। যাঁরা তার পরে আসেন, তাঁরা আগে থেকে থাকা সবার পেছনে সারিতে যোগ দেন।
page-draw-chance = এরপর প্রাক-সারির প্রত্যেকের জন্য লটারিতে একটি নম্বর তোলা হয়। আগে বা পরে যখনই আসুন, সবার সুযোগ সমান।
page-draw-number = আপনার নম্বর এই পাতাতেই দেখা যাবে, আর সবচেয়ে ছোট নম্বর থেকে শুরু করে সবাইকে প্রবেশ করানো হয়।
page-draw-with-beacon = লটারিতে এমন একটি উন্মুক্ত দৈব সংখ্যা ব্যবহার করা হয় যা কেউ আগে থেকে জানতে পারে না, তাই কেউ ফলাফল বেছে নিতে পারে না।
page-draw-check = পরে যে কেউ লটারিটি যাচাই করতে পারেন।
page-draw-receipt = পরে যে কেউ লটারিটি যাচাই করতে পারেন। আপনার রসিদ প্রমাণ করে যে আপনি এতে আছেন; ততক্ষণ এটি রেখে দিন।
page-draw-receipt-link = আপনার রসিদ ডাউনলোড করুন
page-draw-check-link = লটারি কীভাবে যাচাই করবেন
page-drawn-link = আপনার নম্বর উঠেছে – লটারি যাচাই করুন

## After the end
page-skip-content = সরাসরি মূল অংশে যান
page-ended-help = এখন কী পাওয়া যাচ্ছে তা দেখতে অনুগ্রহ করে ওয়েবসাইটটিতে যান।
page-back-to-site = ওয়েবসাইটে ফিরে যান
