//! Two soft tones, the second higher. The browser synthesizes them, so that nothing is fetched.

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioNode};

/// The frequencies of the tones, hertz.
const TONES_HERTZ: [f32; 2] = [587.3, 880.0];
/// Time between the beginnings of the tones, seconds.
const APART_SECONDS: f64 = 0.22;
/// Duration of each tone's fade, seconds.
const FADE_SECONDS: f64 = 0.6;
/// The volume at the end of a fade, practically silent; an exponential ramp cannot end at zero.
const SILENCE: f32 = 0.001;

/// The audio context of the tones. The browser keeps it silent until the visitor has clicked on the
/// page.
pub(super) struct Tones(AudioContext);

impl Tones {
    /// Creates the context; `None` if the browser has no audio.
    pub(super) fn new() -> Option<Self> {
        AudioContext::new().ok().map(Self)
    }

    /// Resumes the context, which is suspended if it was created before the first click. Returns
    /// whether the browser accepted the request.
    pub(super) fn wake(&self) -> bool {
        self.0.resume().is_ok()
    }

    /// Plays both tones; returns whether they could be started.
    pub(super) fn play(&self, volume: f32) -> bool {
        self.wake();
        TONES_HERTZ.iter().enumerate().all(|(index, hertz)| {
            let begin = self.0.current_time() + index as f64 * APART_SECONDS;
            self.tone(*hertz, volume, begin).is_ok()
        })
    }

    fn tone(&self, hertz: f32, volume: f32, begin: f64) -> Result<(), JsValue> {
        let (tone, loudness) = (self.0.create_oscillator()?, self.0.create_gain()?);
        tone.frequency().set_value(hertz);
        loudness.gain().set_value_at_time(volume, begin)?;
        loudness
            .gain()
            .exponential_ramp_to_value_at_time(SILENCE, begin + FADE_SECONDS)?;
        let out: AudioNode = self.0.destination().into();
        tone.connect_with_audio_node(&loudness)?.connect_with_audio_node(&out)?;
        tone.start_with_when(begin)?;
        tone.stop_with_when(begin + FADE_SECONDS)
    }
}
