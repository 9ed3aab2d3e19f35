//! The exports of the module: requests and replies pass eight bytes at a time, so that no code here accesses memory by
//! address. A hundred thousand such calls take less than a millisecond.

use crate::{Hall, Request};
use std::cell::RefCell;

#[derive(Default)]
struct Module {
    hall: Option<Hall>,
    into: Vec<u8>,
    out: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::default());
}

/// The next eight bytes of a request; bytes after its end are zero.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn put(bytes: u64) {
    MODULE.with_borrow_mut(|module| module.into.extend_from_slice(&bytes.to_le_bytes()));
}

/// Answers the request of this length. Returns the length of the reply; 0: it was no request.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn answer(length: u32) -> u32 {
    MODULE.with_borrow_mut(|module| {
        let mut into = std::mem::take(&mut module.into);
        into.truncate(usize::try_from(length).unwrap_or_default());
        let hall = module.hall.get_or_insert_with(Hall::default);
        let reply = serde_json::from_slice::<Request>(&into).map(|request| hall.answer(request));
        module.out = reply.and_then(|reply| serde_json::to_vec(&reply)).unwrap_or_default();
        u32::try_from(module.out.len()).unwrap_or_default()
    })
}

/// Eight bytes of the reply, from this one on.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn take(from: u32) -> u64 {
    MODULE.with_borrow(|module| {
        let rest = usize::try_from(from).ok().and_then(|from| module.out.get(from..)).unwrap_or_default();
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(rest).for_each(|(byte, of)| *byte = *of);
        u64::from_le_bytes(bytes)
    })
}
