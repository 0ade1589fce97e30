//! The encryption of a push message for one browser (RFC 8291), as one record of the coding
//! `aes128gcm` (RFC 8188).
//!
//! A message is encrypted under a key pair and a salt of its own, both of which are arguments. The
//! body that the push service passes on is `salt (16) | record size (4) | 65 | public key (65) |
//! ciphertext`; neither the service nor an intermediary can read it.

use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;

/// The bytes of an uncompressed point.
pub(super) const POINT_BYTES: usize = 65;
/// The bytes of a subscription's authentication secret.
pub(super) const AUTH_BYTES: usize = 16;
/// The bytes of a salt.
pub(super) const SALT_BYTES: usize = 16;
/// The stated record size; a message is one record, which can be shorter (RFC 8291, section 4).
const RECORD_BYTES: u32 = 4_096;
/// Ends the last record (RFC 8188, section 2).
const LAST_RECORD: u8 = 2;
/// The longest message, bytes: services accept bodies of 4,096 bytes.
pub(super) const MESSAGE_BYTES_MAX: usize = 3_993;

/// The keys of a browser's subscription.
#[derive(Clone)]
pub(super) struct BrowserKeys {
    pub(super) public: PublicKey,
    pub(super) auth: [u8; AUTH_BYTES],
}

/// The values with which a message is encrypted; they are never used again.
pub(super) struct MessageKeys {
    pub(super) secret: SecretKey,
    pub(super) salt: [u8; SALT_BYTES],
}

/// Encrypts a message; `None` if it is too long.
pub(super) fn encrypt(message: &[u8], browser: &BrowserKeys, own: &MessageKeys) -> Option<Vec<u8>> {
    if message.len() > MESSAGE_BYTES_MAX {
        return None;
    }
    let public = own.secret.public_key().to_sec1_bytes();
    let shared = own.secret.diffie_hellman(&browser.public);
    let info = [b"WebPush: info\0", &*browser.public.to_sec1_bytes(), &*public].concat();
    let input: [u8; 32] = derive(&browser.auth, shared.raw_secret_bytes(), &info);
    let key: [u8; 16] = derive(&own.salt, &input, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; NONCE_LEN] = derive(&own.salt, &input, b"Content-Encoding: nonce\0");
    let mut record = [message, &[LAST_RECORD]].concat();
    let key = UnboundKey::new(&AES_128_GCM, &key).expect("a key of 16 bytes");
    LessSafeKey::new(key)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)
        .expect("a short record");
    let length = u8::try_from(POINT_BYTES).expect("65");
    Some([&own.salt[..], &RECORD_BYTES.to_be_bytes(), &[length], &*public, &record].concat())
}

fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; N] {
    let mut key = [0; N];
    Hkdf::<Sha256>::new(Some(salt), input)
        .expand(info, &mut key)
        .expect("32 bytes at most");
    key
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// The example of RFC 8291, section 5, whose steps are in its appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out_to_the_byte() {
        let browser = BrowserKeys {
            public: PublicKey::from_sec1_bytes(&bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ))
            .expect("a point"),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().expect("16 bytes"),
        };
        let own = MessageKeys {
            secret: SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).expect("a scalar"),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes"),
        };
        let message = b"When I grow up, I want to be a watermelon";
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        let body = encrypt(message, &browser, &own).expect("short enough");
        assert_eq!(URL_SAFE_NO_PAD.encode(body), expected);
        assert!(encrypt(&[b'a'; MESSAGE_BYTES_MAX + 1], &browser, &own).is_none());
        let longest = encrypt(&[b'a'; MESSAGE_BYTES_MAX], &browser, &own).expect("as long as it may be");
        assert_eq!(longest.len(), 4_096);
    }
}
