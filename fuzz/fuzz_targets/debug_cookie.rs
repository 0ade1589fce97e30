#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hostile::run("debug_cookie", data));
