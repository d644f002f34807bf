//! Where in a span of nodes the search for a letter stops.

use super::{LAST, LETTER};

/// Storage compared at once.
pub(super) const SPAN: usize = 8;

/// Whether the search for a letter goes no further than this node.
pub(super) fn is_stop(node: u32, letter: u8) -> bool {
    node >> LETTER >= u32::from(letter) || node & LAST != 0
}

/// The nodes at which the search for a letter from 1 stops, the first one as the lowest bit.
#[cfg(not(target_arch = "x86_64"))]
pub(super) use one_by_one as stops;

#[cfg(any(test, not(target_arch = "x86_64")))]
pub(super) fn one_by_one(span: &[u32; SPAN], letter: u8) -> u32 {
    (0..SPAN).fold(0, |stops, place| stops | u32::from(is_stop(span[place], letter)) << place)
}

/// The nodes at which the search for a letter from 1 stops, the first one as the lowest bit.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn stops(span: &[u32; SPAN], letter: u8) -> u32 {
    // SAFETY: every x86-64 has SSE2. With what the compiler makes of `one_by_one` a lookup takes half as long
    // again for a word that is there, a quarter longer for one that is not.
    #[allow(unsafe_code)]
    unsafe {
        by_sse2(span, letter)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn by_sse2(span: &[u32; SPAN], letter: u8) -> u32 {
    use std::arch::x86_64::*;
    let below = _mm_set1_epi32(i32::from(letter) - 1);
    let [low, high] = bytemuck::cast::<_, [__m128i; 2]>(*span).map(|nodes| {
        let reached = _mm_cmpgt_epi32(_mm_srli_epi32::<{ LETTER as i32 }>(nodes), below);
        let last = _mm_slli_epi32::<{ LAST.leading_zeros() as i32 }>(nodes);
        // Of each node the highest bit.
        _mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(reached, last))) as u32
    });
    low | high << 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_stop_where_one_by_one_stops() {
        let others = !(LAST | 63 << LETTER);
        for place in 0..SPAN {
            for (letter, rest) in (0..64).flat_map(|letter| [0, LAST, others, LAST | others].map(|rest| (letter, rest)))
            {
                let mut span = [1 << LETTER; SPAN];
                span[place] = letter << LETTER | rest;
                for wanted in 1..64 {
                    assert_eq!(stops(&span, wanted), one_by_one(&span, wanted), "{letter} {rest:x} {wanted}");
                }
            }
        }
    }
}
