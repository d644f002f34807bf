//! Asking for memory before it is read.

/// Look-ups whose cache lines are fetched together.
pub(crate) const BATCH: usize = 32;

/// Asks the processor to load the cache line of an item, if there is one at that place. Reading it soon afterwards does
/// not wait for memory. Where the processor cannot be asked, nothing happens.
#[inline(always)]
pub fn prefetch<T>(items: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault, whatever the address is.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().wrapping_add(place).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, place);
}
