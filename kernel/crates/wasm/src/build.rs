//! Building the structures of a word list.

use mostek_search::{Alphabet, Dawg, Words};

use crate::fault::{Fault, FaultCode};

/// The words of a request: so many numbers are the letters' characters, 0 after each letter; the rest are the DAWG's nodes.
pub(crate) fn words(request: &[u32], heading: u32) -> Result<Words, Fault> {
    let (letters, nodes) =
        request.split_at_checked(heading as usize).ok_or(Fault::at(FaultCode::Length, request.len()))?;
    if nodes.is_empty() {
        return Err(Fault::at(FaultCode::Length, request.len()));
    }
    let letters = alphabet(letters)?;
    Ok(Dawg::of(bytemuck::cast_slice(nodes), letters)?.words())
}

fn alphabet(numbers: &[u32]) -> Result<Alphabet, Fault> {
    let Some((0, letters)) = numbers.split_last() else { return Err(Fault::new(FaultCode::Letters)) };
    let text = |letter: &[u32]| letter.iter().map(|number| char::from_u32(*number)).collect::<Option<String>>();
    let letters: Option<Vec<String>> = letters.split(|number| *number == 0).map(text).collect();
    Ok(Alphabet::new(&letters.ok_or(Fault::new(FaultCode::Letters))?)?)
}
