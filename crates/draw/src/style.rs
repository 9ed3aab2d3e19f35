//! The palette, the type and the line weights. Inside a browser a colour is a CSS variable; outside it is written out.

use crate::svg::put;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// The print: the default, and the theme of pictures and reports.
    #[default]
    Light,
    /// Slate, for evenings.
    Dark,
    /// White paper without tints; the hachures stay.
    Print,
}

/// How a colour is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Colours {
    /// Literally: for files, which open anywhere.
    #[default]
    Literal,
    /// As a CSS variable: for a page that includes [`Style::css`] and may change its theme.
    Variables,
}

/// The style of a picture.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    pub theme: Theme,
    /// The notation of colours.
    pub colours: Colours,
    /// Prefix of every id, so that two pictures can stand in one page. Only letters, digits and `-` count.
    pub prefix: String,
}

/// The font of names and places.
pub(crate) const SERIF: &str =
    "Iowan Old Style, Palatino Linotype, URW Palladio L, Liberation Serif, DejaVu Serif, Georgia, serif";
/// The font of controls.
pub(crate) const SANS: &str = "Segoe UI, Roboto, Helvetica Neue, Arial, Liberation Sans, Noto Sans, sans-serif";

/// Line weights, in pixels at any zoom.
pub(crate) mod weight {
    /// Hachures, from gentle to steep.
    pub(crate) const HACHURES: [&str; 4] = ["0.55", "0.7", "0.85", "1.05"];
    /// The opacity of the hachures.
    pub(crate) const HACHURE_INK: [&str; 4] = ["0.6", "0.72", "0.8", "0.85"];
    /// A road and its inside.
    pub(crate) const ROAD: (f64, f64) = (8.0, 5.8);
    /// A track and its inside.
    pub(crate) const TRACK: (f64, f64) = (4.6, 2.8);
}

macro_rules! palette {
    ($($token:ident $name:literal $light:literal $dark:literal $print:literal;)+) => {
        /// A colour by its use.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Token { $($token),+ }

        impl Token {
            const ALL: &'static [Self] = &[$(Self::$token),+];

            fn name(self) -> &'static str {
                match self { $(Self::$token => $name),+ }
            }

            fn variable(self) -> &'static str {
                match self { $(Self::$token => concat!("var(--", $name, ")")),+ }
            }

            fn literal(self, theme: Theme) -> &'static str {
                match (self, theme) {
                    $((Self::$token, Theme::Light) => $light,
                    (Self::$token, Theme::Dark) => $dark,
                    (Self::$token, Theme::Print) => $print,)+
                }
            }
        }
    };
}

palette! {
    Ink "ink" "#1B2730" "#ECE8DF" "#1B2730";
    Ink2 "ink-2" "#46515A" "#BDBDB6" "#46515A";
    Ink3 "ink-3" "#5C6870" "#9BA3A6" "#5C6870";
    Sheet "sheet" "#FFFFFF" "#1D252B" "#FFFFFF";
    Rule "rule" "#DCD7CC" "#3A454D" "#DCD7CC";
    Act "act" "#0B6467" "#6CC5C2" "#0B6467";
    ActOn "act-on" "#FFFFFF" "#0E1A1C" "#FFFFFF";
    Fire "fire" "#A5460A" "#F0955A" "#A5460A";
    Refuse "refuse" "#97195A" "#F08BBE" "#97195A";
    Paper "paper" "#F4F1EA" "#262E33" "#FFFFFF";
    Tint1 "tint-1" "#EFEADF" "#2B3338" "#FFFFFF";
    Tint2 "tint-2" "#E9E2D3" "#31393C" "#F6F6F6";
    Tint3 "tint-3" "#E2D9C6" "#383F40" "#F0F0F0";
    Relief "relief" "#93866F" "#8C8576" "#93866F";
    Wood "wood" "#DDE4D0" "#2D3A33" "#F3F3F3";
    Wood2 "wood-2" "#BFCDAC" "#3C5044" "#E2E6DC";
    WoodInk "wood-ink" "#4F6347" "#8FA58A" "#4F6347";
    Water "water" "#D2E2E9" "#23404E" "#F1F5F7";
    WaterInk "water-ink" "#3E6A82" "#7FB0C6" "#3E6A82";
    Road "road" "#FCFBF7" "#4A5052" "#FFFFFF";
    RoadInk "road-ink" "#7C7466" "#A39C8D" "#7C7466";
    Build "build" "#7D7365" "#B5AC9B" "#7D7365";
    Field "field" "#CFC6B0" "#434A48" "#CFC6B0";
    Key "key" "#1B2730" "#ECE8DF" "#1B2730";
    Base "gbase" "#FFFFFF" "#1D252B" "#FFFFFF";
}

impl Style {
    /// The light palette, written out.
    #[must_use]
    pub fn light() -> Self {
        Self::default()
    }

    /// The dark palette, written out.
    #[must_use]
    pub fn dark() -> Self {
        Self { theme: Theme::Dark, ..Self::default() }
    }

    /// For a page that includes [`Style::css`].
    #[must_use]
    pub fn browser() -> Self {
        Self { colours: Colours::Variables, ..Self::default() }
    }

    /// The palette as the declarations of a CSS rule, for the page around pictures made with [`Colours::Variables`].
    #[must_use]
    pub fn css(&self) -> String {
        let mut css = String::new();
        for token in Token::ALL {
            put!(css, "--{}:{};", token.name(), token.literal(self.theme));
        }
        css
    }

    pub(crate) fn c(&self, token: Token) -> &'static str {
        match self.colours {
            Colours::Literal => token.literal(self.theme),
            Colours::Variables => token.variable(),
        }
    }

    /// The tint of a height.
    pub(crate) fn tint(&self, level: i32) -> &'static str {
        self.c(match level {
            ..=0 => Token::Paper,
            1 => Token::Tint1,
            2 => Token::Tint2,
            _ => Token::Tint3,
        })
    }

    /// An id of this picture.
    pub(crate) fn id(&self, name: &str) -> String {
        let mut id: String = self.prefix.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        if id.starts_with(|c: char| !c.is_ascii_alphabetic()) {
            id.insert(0, 'p');
        }
        id.push_str(name);
        id
    }
}
