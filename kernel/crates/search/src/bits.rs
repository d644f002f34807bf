//! Sets of small numbers as the bits of an integer.

/// The places of the bits that are set, lowest first.
pub(crate) fn bits(mask: u64) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (bit < 64).then_some(bit as u8)
    })
}
