//! The cryptography of QT1: AES-256-CBC with PKCS#7 padding, under the SHA-256 of the secret as key
//! and the MD5 of the identifier as initialization vector; the signature is plain SHA-256.
//!
//! The format prescribes all of this. The hashed text ends with the secret, which defeats length
//! extension: an extended hash covers text behind the secret, and no token consists of such text.
//! Two tokens with one identifier share a vector; identifiers are random.

use aes::Aes256;
use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use md5::Md5;
use sha2::{Digest, Sha256};

use super::TokenIdentifier;
use crate::SecretKey;

/// Length of a signature, in bytes.
pub(super) const SIGNATURE_LENGTH: usize = 32;

pub(super) fn signature(secret: &SecretKey, text: &str) -> [u8; SIGNATURE_LENGTH] {
    let hash = Sha256::new().chain_update(text).chain_update(secret.as_bytes());
    hash.finalize().into()
}

pub(super) fn encrypt(secret: &SecretKey, identifier: &TokenIdentifier, plain: &[u8]) -> Vec<u8> {
    let (key, vector) = key(secret, identifier);
    cbc::Encryptor::<Aes256>::new(&key.into(), &vector.into()).encrypt_padded_vec::<Pkcs7>(plain)
}

/// Decrypts a content; `None` when the padding is wrong.
pub(super) fn decrypt(secret: &SecretKey, identifier: &TokenIdentifier, hidden: &[u8]) -> Option<Vec<u8>> {
    let (key, vector) = key(secret, identifier);
    let cipher = cbc::Decryptor::<Aes256>::new(&key.into(), &vector.into());
    cipher.decrypt_padded_vec::<Pkcs7>(hidden).ok()
}

fn key(secret: &SecretKey, identifier: &TokenIdentifier) -> ([u8; 32], [u8; 16]) {
    let key = Sha256::digest(secret.as_bytes());
    let vector = Md5::digest(identifier.as_str());
    (key.into(), vector.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mac::hex;

    /// Checks the key and the vector of a token that the vendor's own library made.
    #[test]
    fn key_and_vector_are_the_formats() {
        let secret = "a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7";
        let identifier = TokenIdentifier::new("159aba3e-55e1-4f54-b6ee-e5b943d7e885").unwrap();
        let (key, vector) = key(&SecretKey::new(secret).unwrap(), &identifier);
        assert_eq!(
            hex(&key),
            "843d753d22111df6c87f712853e9aabf46fdb555d6e6072bc0e7c9c5c8f937c8"
        );
        assert_eq!(hex(&vector), "ffc0f40ffa879777c21d342d1c1c0539");
    }
}
