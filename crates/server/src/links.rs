//! Links for other devices, also as QR codes.

use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// The links to a seat. The token stands in the fragment, which no browser sends and no log stores.
pub fn of_seat(addresses: &[String], token: &str) -> Vec<String> {
    addresses.iter().map(|address| format!("{address}/#seat={token}")).collect()
}

/// The links of a guest, who has no seat: they lead to the assistant.
pub fn of_guest(addresses: &[String], token: &str) -> Vec<String> {
    addresses.iter().map(|address| format!("{address}/#guest={token}")).collect()
}

/// A link as a QR code, a whole SVG document.
pub fn code(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link.as_bytes(), EcLevel::M).ok()?;
    Some(code.render::<svg::Color<'_>>().min_dimensions(200, 200).quiet_zone(true).build())
}
