//! What measures the computer's generals: pairs of battles scored together, and how an army was used. No general needs it.
#![allow(dead_code, reason = "each program that measures needs a part of it")]

pub mod pairs;
pub mod usage;
