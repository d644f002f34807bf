//! Building the word graph of a word list.

use crc32fast::Hasher;
use mostek_search::{Alphabet, Dawg, GaddagNodes};

use crate::fault::{Fault, FaultCode};

/// A GADDAG that is built and given away piece by piece: the page stores each, and the memory need not hold them all.
pub(crate) struct BuiltGraph {
    nodes: GaddagNodes,
    sum: Hasher,
}

impl BuiltGraph {
    /// The GADDAG of the words of a request, see [`words_of`].
    pub(crate) fn of(request: &[u32], heading: u32) -> Result<Self, Fault> {
        Ok(Self { nodes: words_of(request, heading)?.gaddag()?, sum: Hasher::new() })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    /// The next bytes, about as many as wanted; none at the end.
    pub(crate) fn piece(&mut self, most: usize) -> Vec<u8> {
        let piece = self.nodes.piece(most);
        self.sum.update(&piece);
        piece
    }

    /// The CRC-32 of the pieces so far.
    pub(crate) fn sum(&self) -> u32 {
        self.sum.clone().finalize()
    }
}

/// The words of a request: so many numbers are the letters' characters, 0 after each letter; the rest are the DAWG's nodes.
pub(crate) fn words_of(request: &[u32], heading: u32) -> Result<Dawg, Fault> {
    let (letters, nodes) =
        request.split_at_checked(heading as usize).ok_or(Fault::at(FaultCode::Length, request.len()))?;
    if nodes.is_empty() {
        return Err(Fault::at(FaultCode::Length, request.len()));
    }
    Ok(Dawg::of(bytemuck::cast_slice(nodes), alphabet(letters)?)?)
}

fn alphabet(numbers: &[u32]) -> Result<Alphabet, Fault> {
    let Some((0, letters)) = numbers.split_last() else { return Err(Fault::new(FaultCode::Letters)) };
    let text = |letter: &[u32]| letter.iter().map(|number| char::from_u32(*number)).collect::<Option<String>>();
    let letters: Option<Vec<String>> = letters.split(|number| *number == 0).map(text).collect();
    Ok(Alphabet::new(&letters.ok_or(Fault::new(FaultCode::Letters))?)?)
}
