#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hostile::run("integration_source", data));
