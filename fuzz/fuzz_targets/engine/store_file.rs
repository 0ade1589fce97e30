#![no_main]

// The store catches panics of its library about a damaged file; the fuzzer's panic hook would end
// the program at the first of them.
libfuzzer_sys::fuzz_target!(
    init: {
        let _ = std::panic::take_hook();
    },
    |data: &[u8]| {
        fuzz_targets::run("store_file", data);
    }
);
