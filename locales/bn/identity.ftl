### Who a newcomer is: a code by e-mail.

identity-title = আপনার ইমেইল ঠিকানা নিশ্চিত করুন
identity-lead = আমরা আপনাকে একটি কোড পাঠাব। প্রতিটি ইমেইল ঠিকানার জন্য সারিতে একটি জায়গা আছে।
identity-send = আমাকে কোড পাঠান
identity-sent = আমরা ইমেইলে আপনাকে একটি কোড পাঠিয়েছি। এর মেয়াদ: { $duration }।
identity-code-label = ইমেইলের কোড
identity-again = ইমেইল আসেনি? নতুন কোড নিন বা অন্য ঠিকানা ব্যবহার করুন
identity-error-code = এই কোডটি সঠিক নয়। ইমেইলটি দেখে আবার চেষ্টা করুন।
identity-error-old = এই কোডটি আর কাজ করে না। একটি নতুন কোড নিন।
identity-error-send = ইমেইল পাঠানো যায়নি। এক মিনিট পরে আবার চেষ্টা করুন।
identity-subject = { $room }: আপনার কোড { $code }
identity-why = অপেক্ষাকক্ষ { $host }-এর পাতায় কোডটি লিখুন। আপনি এটি না চেয়ে থাকলে এই ইমেইলটি উপেক্ষা করতে পারেন। কোডটি কাউকে দেবেন না।
identity-sign-in = সাইন ইন করুন
identity-sign-in-lead = অনুগ্রহ করে সাইন ইন করুন। প্রতিটি অ্যাকাউন্টের জন্য সারিতে একটি জায়গা আছে।
identity-error-sign-in = সাইন ইন করা যায়নি। আবার চেষ্টা করুন।
