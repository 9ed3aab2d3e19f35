//! Pictures as PNG. The fonts are embedded in the program (Noto Sans; DejaVu Serif Condensed), so that a machine
//! without any font writes the same names, and every machine the same pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
pub enum PngFault {
    /// The SVG cannot be read.
    #[error("the SVG cannot be read: {0}")]
    Svg(String),
    /// It has no size, or one too large to draw.
    #[error("a picture of {width} by {height} pixels cannot be drawn")]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// The PNG cannot be written.
    #[error("the PNG cannot be written: {0}")]
    Png(String),
}

/// The largest side of a picture.
const LARGEST: u32 = 20_000;

/// Draws an SVG document, `scale` pixels to each of its own.
///
/// # Errors
/// If the document cannot be read or its size cannot be drawn.
pub fn to_png(svg: &str, scale: f32) -> Result<Vec<u8>, PngFault> {
    let mut options = Options { font_family: "Noto Sans".to_owned(), ..Options::default() };
    let fonts = options.fontdb_mut();
    for face in [
        notosans::REGULAR_TTF,
        notosans::BOLD_TTF,
        dejavu::serif_condensed::regular(),
        dejavu::serif_condensed::italic(),
        dejavu::serif_condensed::bold(),
    ] {
        fonts.load_font_data(face.to_vec());
    }
    fonts.set_sans_serif_family("Noto Sans");
    fonts.set_serif_family("DejaVu Serif");
    let tree = Tree::from_str(svg, &options).map_err(|e| PngFault::Svg(e.to_string()))?;
    let size = tree.size();
    let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
    // The casts saturate.
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let fault = PngFault::Size { width, height };
    if width > LARGEST || height > LARGEST {
        return Err(fault);
    }
    let mut pixels = Pixmap::new(width, height).ok_or(fault)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngFault::Png(e.to_string()))
}
