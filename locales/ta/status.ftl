### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = உங்களுக்கு முன்னால்: { $ahead } · { $room }
status-title-waiting = நீங்கள் வரிசையில் இருக்கிறீர்கள் · { $room }
status-title-next = அடுத்தது நீங்கள்தான் · { $room }
status-title-first-in-line = உங்கள் முறை · { $room }
status-title-paused = தற்காலிக நிறுத்தம் · { $room }
status-title-sold-out = விற்றுத் தீர்ந்தது · { $room }
status-title-redirecting = உள்ளே அனுமதிக்கிறோம் · { $room }
status-title-starts = தொடங்க மீதம்: { $countdown } · { $room }
status-title-idle = இன்னும் திறக்கவில்லை · { $room }
status-title-prequeue = தொடங்கும் முன் · { $room }
status-title-drawing = குலுக்கல் நடக்கிறது · { $room }
status-title-ended = மூடப்பட்டது · { $room }

## Heading and the sentence under it
status-headline-in-line = நீங்கள் வரிசையில் இருக்கிறீர்கள்
status-headline-next = அடுத்தது நீங்கள்தான்
status-headline-almost = உங்கள் முறை நெருங்கிவிட்டது
status-headline-first-in-line = உங்கள் முறை வந்துவிட்டது
status-headline-paused = வரிசை தற்காலிகமாக நிறுத்தப்பட்டுள்ளது
status-headline-sold-out = தற்போது விற்றுத் தீர்ந்துவிட்டது
status-headline-idle = இன்னும் தொடங்கவில்லை
status-headline-prequeue = நீங்கள் ஆரம்ப வரிசையில் இருக்கிறீர்கள்
status-headline-drawing = எண்களுக்கான குலுக்கல் நடக்கிறது
status-headline-ended = இந்தக் காத்திருப்பு அறை மூடப்பட்டுள்ளது
status-lead-in-line = உங்கள் முறை வந்ததும், தானாகவே உங்களை உள்ளே அனுமதிப்போம்.
status-lead-next = உங்களுக்கு முன்னால் இனி யாரும் இல்லை. இடவசதி கிடைத்தவுடன் உங்களை உள்ளே அனுமதிப்போம்.
status-lead-almost = அடுத்து உள்ளே அனுமதிக்கப்படுவோரில் நீங்களும் ஒருவர். இந்தப் பக்கத்திலேயே இருங்கள்.
status-lead-first-in-line = இந்தப் பக்கத்திலேயே இருங்கள். இடவசதி கிடைத்தவுடன் உங்களை உள்ளே அனுமதிப்போம்.
status-lead-paused = தற்போது யாரும் உள்ளே அனுமதிக்கப்படவில்லை. உங்கள் இடம் அப்படியே இருக்கும்; முடிந்தவுடன் வரிசை நகரும்.
status-lead-sold-out = இப்போது எதுவும் மீதமில்லை, எனவே யாரும் உள்ளே அனுமதிக்கப்படவில்லை. மேலும் கிடைக்கக்கூடும் என்பதால் உங்கள் இடம் அப்படியே இருக்கும்.
status-lead-idle = வரிசையில் உங்களுக்கு இன்னும் இடம் ஒதுக்கப்படவில்லை. இந்தப் பக்கத்தைத் திறந்தே வைத்திருங்கள்: காத்திருப்பு அறை திறந்தவுடன் இது உங்களுக்கு ஓர் இடத்தைப் பெற்றுத் தரும்.
status-lead-prequeue = தொடக்கத்தில் இங்கு இருக்கும் அனைவருக்கும் சம வாய்ப்பு உண்டு: எண்கள் குலுக்கலில் எடுக்கப்படும். யார் முதலில் வந்தார் என்பது முக்கியமில்லை.
status-lead-drawing = இதற்குச் சில நொடிகள் ஆகும். குலுக்கல் முடிந்தவுடன் உங்கள் எண் தானாகவே தோன்றும்.
status-lead-ended = இனி யாரும் உள்ளே அனுமதிக்கப்பட மாட்டார்கள். உங்கள் ஆர்வத்திற்கு நன்றி.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] உங்களுக்கு முன்னால் { $ahead } நபர் இருக்கிறார்.
       *[other] உங்களுக்கு முன்னால் { $ahead } பேர் இருக்கிறார்கள்.
    } தோராயமான காத்திருப்பு நேரம்: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] உங்களுக்கு முன்னால் { $ahead } நபர் இருக்கிறார்.
       *[other] உங்களுக்கு முன்னால் { $ahead } பேர் இருக்கிறார்கள்.
    }
status-announce-wait = தோராயமான காத்திருப்பு நேரம்: { $wait }.
status-announce-next = உங்களுக்கு முன்னால் இனி யாரும் இல்லை. தோராயமான காத்திருப்பு நேரம்: { $wait }.
status-announce-first-in-line = உங்கள் முறை வந்துவிட்டது. இடவசதி கிடைத்தவுடன் உங்களை உள்ளே அனுமதிப்போம்.
status-announce-paused = வரிசை தற்காலிகமாக நிறுத்தப்பட்டுள்ளது. உங்கள் இடம் அப்படியே இருக்கும்.
status-announce-redirecting = இப்போது உங்களை உள்ளே அனுமதிக்கிறோம்.
status-announce-starts = தொடங்க மீதமுள்ள நேரம்: { $countdown }.
status-announce-idle = இன்னும் தொடங்கவில்லை. வரிசையில் உங்களுக்கு இன்னும் இடம் ஒதுக்கப்படவில்லை.
status-announce-prequeue = நீங்கள் ஆரம்ப வரிசையில் இருக்கிறீர்கள். தொடங்கிய பிறகு குலுக்கலில் எண்கள் எடுக்கப்படும்.
status-announce-drawing = எண்களுக்கான குலுக்கல் நடக்கிறது. இதற்குச் சில நொடிகள் ஆகும்.
status-announce-ended = இந்தக் காத்திருப்பு அறை மூடப்பட்டுள்ளது.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = தற்போது தெரியவில்லை
status-wait-not-yet = இன்னும் தெரியவில்லை
status-wait-under-a-minute = ஒரு நிமிடத்திற்கும் குறைவு
status-wait-over-a-day = ஒரு நாளுக்கும் மேல்
status-wait-about = சுமார் { $duration }
status-wait-up-to = அதிகபட்சம் { $duration }
status-wait-between = { $low } முதல் { $high } வரை
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } நிமிடம்
       *[other] { $low }–{ $high } நிமிடங்கள்
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } மணிநேரம்
       *[other] { $low }–{ $high } மணிநேரம்
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = சுமார் { $left } மீதமுள்ளன.
status-stock-few = சில மட்டுமே மீதமுள்ளன.

## The time to the start, under “Time until the start”
status-countdown-now = இன்னும் ஒரு நொடி
status-countdown-under-a-minute = ஒரு நிமிடத்திற்கும் குறைவு

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = இப்போது மெதுவாக உள்ளே அனுமதிப்பதால் காத்திருப்பு அதிகரித்துள்ளது.
status-reason-paused = வரிசை தற்காலிகமாக நிறுத்தப்பட்டிருந்ததால் காத்திருப்பு அதிகரித்துள்ளது.
status-reason-more-came-back = எதிர்பார்த்ததைவிட அதிகமானோர் திரும்பி வந்ததால் காத்திருப்பு அதிகரித்துள்ளது.
status-reason-store-away = எங்களுக்கு ஏற்பட்ட தொழில்நுட்பச் சிக்கலால் காத்திருப்பு அதிகரித்துள்ளது. அதைச் சரிசெய்து வருகிறோம்.
status-reason-capped-by-sessions = இணையதளம் நிரம்பியிருப்பதால் காத்திருப்பு அதிகரித்துள்ளது. சிலர் வெளியேறும்போது மற்றவர்கள் உள்ளே வருவார்கள்.
status-reason-pool-shared = வேறொரு வரிசையும் இதே இணையதளத்திற்குச் செல்வதாலும், அங்கும் நெரிசல் இருப்பதாலும் காத்திருப்பு அதிகரித்துள்ளது.
status-reason-autotune-slowed = இணையதளம் தற்போது மெதுவாக இயங்குவதால் குறைவானோரே உள்ளே அனுமதிக்கப்படுகிறார்கள்; எனவே காத்திருப்பு அதிகரித்துள்ளது.
status-reason-priority = முன்னுரிமை உள்ளவர்கள் முதலில் அனுமதிக்கப்படுவதால் காத்திருப்பு அதிகரித்துள்ளது.
status-reason-restored = ஒரு தொழில்நுட்பச் சிக்கலுக்குப் பிறகு வரிசையை மீட்டமைக்க வேண்டியிருந்ததால் காத்திருப்பு அதிகரித்துள்ளது.
