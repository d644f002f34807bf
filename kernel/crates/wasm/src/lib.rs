//! The kernel for a page: search, play and judge behind a C ABI of six functions, for WebAssembly.
//!
//! A page writes a request, calls one of the [`Operation`]s, and reads the answer. The page never gives an address: it asks
//! for a request of some length, writes into the memory that it gets, and everything in it is checked like any other input.
//! So no request reads or writes out of bounds. Numbers have 32 bits and are little-endian; a simulation and a verdict also
//! have floating-point numbers of 64 bits. Errors are codes with an index ([`Fault`]); the page has the sentences.
//!
//! The order of calls: `Game`, `Graph`; then questions. `BuildGraph` needs nothing before, and `Piece` needs it. Searches for
//! words need `Words` alone.

mod build;
mod fault;
mod game;
mod given;
mod judging;
mod kernel;
mod reader;
mod simulation;
mod turn;
mod words;
mod writer;

pub use fault::{Fault, FaultCode};
pub use kernel::{Kernel, Operation};

use std::cell::RefCell;

/// The version of the operations and of their numbers; a page refuses another one.
pub const VERSION: u32 = 4;

/// The longest request, in numbers: 256 MB.
const MAX_REQUEST: usize = 1 << 26;

#[derive(Default)]
struct Exchange {
    kernel: Kernel,
    request: Vec<u32>,
    answer: Vec<u8>,
    fault_index: u32,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

/// The version of the operations.
#[allow(unsafe_code)] // Names without mangling; the functions are safe.
#[unsafe(no_mangle)]
pub extern "C" fn mostek_version() -> u32 {
    VERSION
}

/// Makes a request of so many numbers, all 0, and returns where to write it; null if it is too long.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn mostek_request(numbers: usize) -> *mut u32 {
    EXCHANGE.with_borrow_mut(|exchange| {
        // Free the last one first: memory of a WebAssembly instance only grows.
        exchange.request = Vec::new();
        exchange.answer = Vec::new();
        if numbers > MAX_REQUEST || exchange.request.try_reserve_exact(numbers).is_err() {
            return std::ptr::null_mut();
        }
        exchange.request.resize(numbers, 0);
        exchange.request.as_mut_ptr()
    })
}

/// Carries out an operation on the request; returns 0, or the number of a [`FaultCode`].
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn mostek_call(operation: u32, argument: u32) -> u32 {
    EXCHANGE.with_borrow_mut(|exchange| {
        let request = std::mem::take(&mut exchange.request);
        exchange.answer = Vec::new();
        match exchange.kernel.call(operation, argument, request) {
            Ok(answer) => {
                exchange.answer = answer;
                0
            }
            Err(fault) => {
                exchange.fault_index = fault.index;
                fault.code as u32
            }
        }
    })
}

/// Where the answer of the last call is.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn mostek_answer() -> *const u8 {
    EXCHANGE.with_borrow(|exchange| exchange.answer.as_ptr())
}

/// The bytes of the answer.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn mostek_answer_length() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.answer.len())
}

/// The index of the last fault: which number, square, tile or candidate.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn mostek_fault_index() -> u32 {
    EXCHANGE.with_borrow(|exchange| exchange.fault_index)
}
