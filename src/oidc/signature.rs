//! Checks whether a key of the provider has signed a token, with the implementation that TLS uses.
//! Only public keys are used here.

use protocol::identity::id_token::TokenSignature;
use protocol::identity::provider::{ProviderKey, ProviderPublicKey, TokenAlgorithm};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384,
    RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512,
    RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};

/// Whether the key has signed the token. Keys of RSA have 2,048 to 8,192 bits.
pub(super) fn is_genuine(key: &ProviderKey, signature: TokenSignature<'_>) -> bool {
    match (&key.public, signature.algorithm) {
        (ProviderPublicKey::Rsa { modulus, exponent }, algorithm) => {
            let key = RsaPublicKeyComponents {
                n: modulus,
                e: exponent,
            };
            let verified = |how| key.verify(how, signature.signed, signature.bytes).is_ok();
            of_rsa(algorithm).is_some_and(verified)
        }
        (ProviderPublicKey::P256(key), TokenAlgorithm::Es256) => verified(&ECDSA_P256_SHA256_FIXED, key, signature),
        (ProviderPublicKey::P384(key), TokenAlgorithm::Es384) => verified(&ECDSA_P384_SHA384_FIXED, key, signature),
        (ProviderPublicKey::Ed25519(key), TokenAlgorithm::EdDsa) => verified(&ED25519, key, signature),
        _ => false,
    }
}

fn verified(how: &'static dyn VerificationAlgorithm, key: &[u8], signature: TokenSignature<'_>) -> bool {
    let key = UnparsedPublicKey::new(how, key);
    key.verify(signature.signed, signature.bytes).is_ok()
}

fn of_rsa(algorithm: TokenAlgorithm) -> Option<&'static RsaParameters> {
    match algorithm {
        TokenAlgorithm::Rs256 => Some(&RSA_PKCS1_2048_8192_SHA256),
        TokenAlgorithm::Rs384 => Some(&RSA_PKCS1_2048_8192_SHA384),
        TokenAlgorithm::Rs512 => Some(&RSA_PKCS1_2048_8192_SHA512),
        TokenAlgorithm::Ps256 => Some(&RSA_PSS_2048_8192_SHA256),
        TokenAlgorithm::Ps384 => Some(&RSA_PSS_2048_8192_SHA384),
        TokenAlgorithm::Ps512 => Some(&RSA_PSS_2048_8192_SHA512),
        TokenAlgorithm::Es256 | TokenAlgorithm::Es384 | TokenAlgorithm::EdDsa => None,
    }
}

#[cfg(test)]
mod tests {
    use protocol::identity::id_token::{IdTokenError, UnverifiedIdToken};

    use super::*;

    /// RFC 7515, appendix A.2 and A.3, and RFC 8037, appendix A.4: a key, and a text that it
    /// signed.
    const SIGNED: [(&str, &str); 3] = [
        (
            r#"{"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}"#,
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw",
        ),
        (
            r#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
        ),
        (
            r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
        ),
    ];

    /// Whether the key's signature is valid. The signed bytes are not an ID token, so claims are
    /// missing.
    fn is_signed(key: &str, token: &str) -> bool {
        let keys = ProviderKey::read_all(format!("{{\"keys\":[{key}]}}").as_bytes()).expect("a set of keys");
        let token = UnverifiedIdToken::parse(token).expect("a token");
        match token.verify(&keys, is_genuine).map(|_| ()) {
            Err(IdTokenError::Claims) => true,
            Err(IdTokenError::Signature | IdTokenError::UnknownKey) => false,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_examples_of_the_standards_are_genuine_and_nothing_else_is() {
        for (at, (key, token)) in SIGNED.into_iter().enumerate() {
            assert!(is_signed(key, token), "{token}");
            let (signed, signature) = token.rsplit_once('.').expect("three parts");
            let (header, claims) = signed.split_once('.').expect("two parts");
            // None of these parts begins with an `f`.
            let other_signature = format!("{signed}.f{}", &signature[1..]);
            let other_claims = format!("{header}.f{}.{signature}", &claims[1..]);
            assert!(!is_signed(key, &other_signature), "{token}");
            assert!(!is_signed(key, &other_claims), "{token}");
            assert!(!is_signed(key, &format!("{signed}.")), "{token}");
            assert!(!is_signed(SIGNED[(at + 1) % SIGNED.len()].0, token), "another key");
        }
    }

    #[test]
    fn a_signature_counts_for_its_own_algorithm() {
        let (key, token) = SIGNED[0];
        let keys = ProviderKey::read_all(format!("{{\"keys\":[{key}]}}").as_bytes()).expect("a set of keys");
        let read = UnverifiedIdToken::parse(token).expect("a token");
        for other in [
            TokenAlgorithm::Rs512,
            TokenAlgorithm::Ps256,
            TokenAlgorithm::Es256,
            TokenAlgorithm::EdDsa,
        ] {
            let as_other = |key: &ProviderKey, signature: TokenSignature<'_>| {
                let algorithm = other;
                is_genuine(key, TokenSignature { algorithm, ..signature })
            };
            assert_eq!(
                read.verify(&keys, as_other).map(|_| ()),
                Err(IdTokenError::Signature),
                "{other:?}"
            );
        }
    }
}
