//! The notation of throws: "4d6", "d6-d6", "2dm", "lot 2", "6d6 >=4", "4d6 | 5 10 15".

use crate::{DiceError, Die, Handful, Throw};
use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(n) => write!(f, "d{n}"),
            Self::Average => f.write_str("dm"),
            Self::Lot(n) => write!(f, "lot {n}"),
        }
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dice.is_empty() {
            f.write_str("0")?;
        }
        for (place, handful) in self.dice.iter().enumerate() {
            match (handful.minus, place) {
                (true, _) => f.write_str("-")?,
                (false, 0) => {}
                (false, _) => f.write_str("+")?,
            }
            if handful.n != 1 {
                write!(f, "{}", handful.n)?;
            }
            write!(f, "{}", handful.die)?;
        }
        if let Some(least) = self.count_from {
            write!(f, " >={least}")?;
        }
        if !self.cuts.is_empty() {
            f.write_str(" |")?;
            for cut in &self.cuts {
                write!(f, " {cut}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Throw {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let mut reader = Reader { text, chars: text.chars().peekable(), at: 1 };
        reader.throw().map_err(|wrong| DiceError::Text { text: text.to_owned(), wrong, at: reader.at })
    }
}

/// Reads from left to right; remembers its place for the error.
struct Reader<'a> {
    text: &'a str,
    chars: Peekable<Chars<'a>>,
    at: usize,
}

impl Reader<'_> {
    fn throw(&mut self) -> Result<Throw, &'static str> {
        let mut throw = Throw::default();
        if !self.no_dice() {
            let mut minus = self.minus();
            if !minus {
                self.take('+');
            }
            loop {
                throw.dice.push(self.handful(minus)?);
                minus = self.minus();
                if !minus && !self.take('+') {
                    break;
                }
            }
        }
        if self.take('≥') {
            throw.count_from = Some(self.small("a face from 0 to 255 is missing")?);
        } else if self.take('>') {
            if !self.take('=') {
                return Err("after \">\" an \"=\" is missing");
            }
            throw.count_from = Some(self.small("a face from 0 to 255 is missing")?);
        }
        if self.take('|') {
            while self.peek().is_some() {
                let cut = self.cut()?;
                if throw.cuts.last().is_some_and(|&last| cut < last) {
                    return Err("the cuts do not ascend");
                }
                throw.cuts.push(cut);
                self.take(',');
            }
            if throw.cuts.is_empty() {
                return Err("the cuts are missing");
            }
        }
        match self.peek() {
            None => Ok(throw),
            Some(_) => Err("this is not understood"),
        }
    }

    /// "0" means no dice at all, which a rule may result in.
    fn no_dice(&mut self) -> bool {
        let rest = self.text.trim_start().strip_prefix('0').map(str::trim_start);
        let none = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['>', '≥', '|']));
        none && self.take('0')
    }

    fn handful(&mut self, minus: bool) -> Result<Handful, &'static str> {
        let n = if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.small("there are more than 255 dice")?
        } else {
            1
        };
        let die = if self.take('d') {
            if self.take('m') {
                Die::Average
            } else {
                Die::Plain(self.small("the faces of the die (1 to 255) are missing")?)
            }
        } else if self.take('l') {
            if !(self.take('o') && self.take('t')) {
                return Err("\"lot\" is meant?");
            }
            Die::Lot(self.small("the number of lots (1 to 255) is missing")?)
        } else {
            return Err("a die is missing");
        };
        if die.sides() == 0 { Err("a die needs at least one face") } else { Ok(Handful { n, die, minus }) }
    }

    fn cut(&mut self) -> Result<i16, &'static str> {
        let minus = self.minus();
        let size = self.number().ok_or("a cut is missing")?;
        let signed = if minus { -i64::from(size) } else { i64::from(size) };
        i16::try_from(signed).map_err(|_| "this cut is too large")
    }

    fn small(&mut self, wrong: &'static str) -> Result<u8, &'static str> {
        self.number().and_then(|n| u8::try_from(n).ok()).ok_or(wrong)
    }

    /// A sequence of digits; `None` if there are none or far too many.
    fn number(&mut self) -> Option<u32> {
        self.peek()?.to_digit(10)?;
        let mut value = 0_u32;
        while let Some(digit) = self.chars.peek().and_then(|c| c.to_digit(10)) {
            value = value.checked_mul(10)?.checked_add(digit)?;
            self.step();
        }
        Some(value)
    }

    fn minus(&mut self) -> bool {
        self.take('-') || self.take('−')
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&wanted));
        if found {
            self.step();
        }
        found
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.step();
        }
        self.chars.peek().copied()
    }

    fn step(&mut self) {
        self.chars.next();
        self.at += 1;
    }
}
