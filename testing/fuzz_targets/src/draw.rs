//! Decoders of published draws and of receipts, which anyone can submit for checking.

use draw::{DrawDocument, ReceiptDocument, verify_texts};

use crate::cut::texts;

/// Checks a document and, after a zero byte, a receipt. An accepted document is written in a form
/// that reads as the same document.
pub(crate) fn draw(data: &[u8]) -> bool {
    let [document, receipt] = texts(data);
    let receipt = Some(receipt.as_str()).filter(|text| !text.is_empty());
    let verified = verify_texts(&document, receipt);
    assert!(verified.is_err() || DrawDocument::from_json(&document).is_ok());
    if let Ok(read) = DrawDocument::from_json(&document) {
        let written = read.to_json();
        let again = DrawDocument::from_json(&written).expect("what was written is read");
        assert_eq!(again.to_json(), written);
    }
    if let Some(Ok(read)) = receipt.map(ReceiptDocument::from_json) {
        let written = read.to_json();
        let again = ReceiptDocument::from_json(&written).expect("what was written is read");
        assert_eq!(again.to_json(), written);
    }
    verified.is_ok()
}
