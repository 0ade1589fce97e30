#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hostile::run("browser_config", data));
