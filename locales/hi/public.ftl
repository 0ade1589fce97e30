### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = यह पेज क्या है?
about-lead = यह एक ऑनलाइन प्रतीक्षा कक्ष है। जब किसी वेबसाइट पर इतने लोग आना चाहते हैं कि वह सबको ठीक से संभाल न सके, तो वे यहाँ उचित क्रम में प्रतीक्षा करते हैं और उन्हें एक-एक करके प्रवेश दिया जाता है।
about-how-heading = यह कैसे काम करता है
about-how-order = जो पहले आता है, उसे पहले प्रवेश मिलता है। जहाँ प्रतीक्षा कक्ष तय समय पर खुलता है, वहाँ उससे पहले मौजूद हर व्यक्ति को ऐसे ड्रॉ से नंबर मिलता है जिसकी जाँच कोई भी कर सकता है।
about-how-place = प्रतीक्षा के दौरान आपकी जगह बनी रहती है, चाहे आप पेज फिर से लोड करें, कनेक्शन टूट जाए या ब्राउज़र दोबारा खोलें।
about-how-turn = आपकी बारी आने पर आपको अपने आप प्रवेश मिल जाता है। कहीं क्लिक नहीं करना होता, और पेज फिर से लोड करने से बारी जल्दी नहीं आती।
about-privacy-heading = आपके बारे में क्या रखा जाता है
about-privacy = एक कुकी, जो कतार में आपकी जगह बनाए रखती है, ज़्यादा से ज़्यादा 7 दिन के लिए। कोई ट्रैकिंग नहीं होती, और कहीं और से कुछ लोड नहीं होता।
about-accessibility-heading = सबके लिए
about-accessibility = ये पेज इस तरह बनाए गए हैं कि हर ब्राउज़र में, कीबोर्ड से, स्क्रीन रीडर के साथ, बड़ा करके और स्क्रिप्ट के बिना भी काम करें।
about-what-to-do-heading = क्या करना है
about-what-to-do = कुछ नहीं। जिस वेबसाइट पर जाना चाहते हैं, उसे खोलें; भीड़ होने पर वह आपको अपने आप अपने प्रतीक्षा कक्ष में ले आती है।
about-source = यह प्रतीक्षा कक्ष Anteroom पर चलता है, जो ओपन सोर्स है।
about-status-link = इस सेवा की स्थिति

## How it stands
health-title = स्थिति
health-lead-good = सब कुछ ठीक चल रहा है।
health-lead-starting = सेवा शुरू हो रही है।
health-lead-degraded = इस समय कतार में नई जगहें नहीं दी जा सकतीं। जिनके पास जगह है, उनकी जगह बनी रहती है।
health-lead-stopping = सेवा फिर से शुरू की जा रही है। जिनके पास जगह है, उनकी जगह बनी रहती है।
health-rooms-heading = प्रतीक्षा कक्ष
health-room-waiting-label = कतार में लोग
health-room-outflow-label = पिछले एक मिनट में प्रवेश
health-room-wait-label = नए आने वालों के लिए अनुमानित प्रतीक्षा समय
health-room-enter = प्रतीक्षा कक्ष में जाएँ
health-phase-idle = अभी खुला नहीं है
health-phase-prequeue = पूर्व-कतार
health-phase-queue = खुला
health-phase-paused = रुका हुआ
health-phase-disabled = सीधा प्रवेश
health-phase-postqueue = बंद
health-updated = { $time } की स्थिति
