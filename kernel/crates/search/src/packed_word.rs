//! Words packed into one integer.

/// The shortest word, in tiles.
pub const MIN_LENGTH: usize = 2;
/// The longest word, in tiles.
pub const MAX_LENGTH: usize = 15;

/// Bits of a letter.
const LETTER: usize = 6;
/// The mask of a letter.
const MASK: u8 = (1 << LETTER) - 1;

/// Up to fifteen letters of 6 bits in one integer, the first letter highest.
///
/// The order of the integers is the order of the words in the alphabet, a prefix before its continuations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct PackedWord(pub(crate) u128);

impl PackedWord {
    const TOP: usize = LETTER * (MAX_LENGTH - 1);

    /// The number of letters.
    pub(crate) fn len(self) -> usize {
        if self.0 == 0 { 0 } else { MAX_LENGTH - self.0.trailing_zeros() as usize / LETTER }
    }

    /// The letter code at a place below [`len`](Self::len).
    pub(crate) fn letter(self, place: usize) -> u8 {
        (self.0 >> (Self::TOP - LETTER * place)) as u8 & MASK
    }

    /// The word with a letter at a place that had none.
    pub(crate) fn with(self, place: usize, letter: u8) -> Self {
        Self(self.0 | u128::from(letter) << (Self::TOP - LETTER * place))
    }

    /// The word with a letter before the first one; it must be shorter than [`MAX_LENGTH`].
    pub(crate) fn led_by(self, letter: u8) -> Self {
        Self(self.0 >> LETTER).with(0, letter)
    }

    /// The length of the common prefix of two words.
    pub(crate) fn common_prefix(self, other: Self) -> usize {
        let unused = u128::BITS as usize - LETTER * MAX_LENGTH;
        ((self.0 ^ other.0).leading_zeros() as usize - unused) / LETTER
    }

    /// The letter codes from the first on.
    pub(crate) fn letters(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let letter = (rest >> Self::TOP) as u8 & MASK;
            rest <<= LETTER;
            (letter != 0).then_some(letter)
        })
    }
}
