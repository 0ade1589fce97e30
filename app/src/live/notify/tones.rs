//! Two soft tones, the second higher: made by the browser itself, so that nothing is fetched.

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioNode};

/// The tones, hertz.
const TONES_HERTZ: [f32; 2] = [587.3, 880.0];
/// Between their beginnings, seconds.
const APART_SECONDS: f64 = 0.22;
/// How long each fades, seconds.
const FADE_SECONDS: f64 = 0.6;
/// As good as silent; a ramp cannot end at nought.
const SILENCE: f32 = 0.001;

/// What plays them. Silent until the visitor has clicked on the page.
pub(super) struct Tones(AudioContext);

impl Tones {
    /// None where the browser has no sound.
    pub(super) fn new() -> Option<Self> {
        AudioContext::new().ok().map(Self)
    }

    /// A context made before the first click sleeps; whether it was asked to wake.
    pub(super) fn wake(&self) -> bool {
        self.0.resume().is_ok()
    }

    /// Whether they could be begun.
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
