### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = এই পাতাটি কী?
about-lead = এটি একটি অনলাইন অপেক্ষাকক্ষ। কোনো ওয়েবসাইট যত মানুষকে ভালোভাবে সেবা দিতে পারে তার চেয়ে বেশি মানুষ আসতে চাইলে, তাঁরা এখানে ন্যায্য ক্রমে অপেক্ষা করেন এবং একে একে প্রবেশ করেন।
about-how-heading = এটি কীভাবে কাজ করে
about-how-order = যিনি আগে আসেন, তিনি আগে প্রবেশ করেন। যেখানে অপেক্ষাকক্ষ নির্দিষ্ট সময়ে খোলে, সেখানে তার আগে উপস্থিত প্রত্যেকে এমন লটারিতে নম্বর পান যা যে কেউ যাচাই করতে পারেন।
about-how-place = অপেক্ষার সময় আপনার জায়গা থাকে, এমনকি পাতা আবার লোড করলে, সংযোগ চলে গেলে বা ব্রাউজার আবার চালু করলেও।
about-how-turn = আপনার পালা এলে আপনি স্বয়ংক্রিয়ভাবে প্রবেশ করবেন। কোথাও ক্লিক করতে হয় না, আর আবার লোড করলে তাড়াতাড়ি হয় না।
about-privacy-heading = আপনার সম্পর্কে কী রাখা হয়
about-privacy = একটি কুকি, যা সর্বোচ্চ ৭ দিন সারিতে আপনার জায়গা ধরে রাখে। কোনো ট্র্যাকিং নেই, আর অন্য কোথাও থেকে কিছু লোড করা হয় না।
about-accessibility-heading = সবার জন্য
about-accessibility = এই পাতাগুলো যেকোনো ব্রাউজারে, কিবোর্ড দিয়ে, স্ক্রিন রিডারে, বড় করে এবং স্ক্রিপ্ট ছাড়াও কাজ করার জন্য তৈরি।
about-what-to-do-heading = কী করতে হবে
about-what-to-do = কিছুই না। যে ওয়েবসাইটে যেতে চান সেটি খুলুন; ভিড় থাকলে সেটি নিজে থেকেই আপনাকে তার অপেক্ষাকক্ষে নিয়ে আসে।
about-source = এই অপেক্ষাকক্ষ Anteroom দিয়ে চলে, যা ওপেন সোর্স।
about-status-link = এই পরিষেবার অবস্থা

## How it stands
health-title = অবস্থা
health-lead-good = সবকিছু ঠিকঠাক চলছে।
health-lead-starting = পরিষেবা চালু হচ্ছে।
health-lead-degraded = এখন সারিতে নতুন জায়গা দেওয়া যাচ্ছে না। যাঁদের জায়গা আছে, তাঁদের জায়গা থাকবে।
health-lead-stopping = পরিষেবা আবার চালু করা হচ্ছে। যাঁদের জায়গা আছে, তাঁদের জায়গা থাকবে।
health-rooms-heading = অপেক্ষাকক্ষ
health-room-waiting-label = সারিতে মানুষ
health-room-outflow-label = গত এক মিনিটে প্রবেশ করেছেন
health-room-wait-label = নতুনদের জন্য আনুমানিক অপেক্ষার সময়
health-room-enter = অপেক্ষাকক্ষে যান
health-phase-idle = এখনও খোলেনি
health-phase-prequeue = প্রাক-সারি
health-phase-queue = খোলা
health-phase-paused = থেমে আছে
health-phase-disabled = সরাসরি প্রবেশ
health-phase-postqueue = বন্ধ
health-updated = { $time } অনুযায়ী
