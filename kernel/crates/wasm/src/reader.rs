//! The numbers of a request, read in order and within bounds.

use crate::fault::{Fault, FaultCode};

pub(crate) struct Reader<'r> {
    numbers: &'r [u32],
    at: usize,
}

impl<'r> Reader<'r> {
    pub(crate) fn new(numbers: &'r [u32]) -> Self {
        Self { numbers, at: 0 }
    }

    /// The next numbers.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'r [u32], Fault> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.numbers.len());
        let end = end.ok_or(Fault::at(FaultCode::Length, self.numbers.len()))?;
        let taken = &self.numbers[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn number(&mut self) -> Result<u32, Fault> {
        Ok(self.take(1)?[0])
    }

    /// The next number, which is at most `most`.
    pub(crate) fn up_to(&mut self, most: usize) -> Result<usize, Fault> {
        let number = self.number()? as usize;
        if number > most { Err(Fault::at(FaultCode::Number, self.at - 1)) } else { Ok(number) }
    }

    /// The next number, which may be negative.
    pub(crate) fn signed(&mut self) -> Result<i32, Fault> {
        Ok(self.number()?.cast_signed())
    }

    pub(crate) fn all_signed(&mut self, count: usize) -> Result<Vec<i32>, Fault> {
        Ok(self.take(count)?.iter().map(|number| number.cast_signed()).collect())
    }

    /// Two numbers as one of 64 bits, the lower half first.
    pub(crate) fn wide(&mut self) -> Result<u64, Fault> {
        Ok(u64::from(self.number()?) | u64::from(self.number()?) << 32)
    }

    /// The next number, which is above 0 and at most `most`.
    pub(crate) fn positive(&mut self, most: usize) -> Result<usize, Fault> {
        let number = self.up_to(most)?;
        if number == 0 { Err(Fault::at(FaultCode::Number, self.at - 1)) } else { Ok(number) }
    }

    /// Two numbers as the halves of a floating-point number, the lower half first.
    pub(crate) fn real(&mut self) -> Result<f64, Fault> {
        Ok(f64::from_bits(self.wide()?))
    }

    /// The next numbers, each of which fits a byte.
    pub(crate) fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        let first = self.at;
        let byte = |(place, number): (usize, &u32)| {
            u8::try_from(*number).map_err(|_| Fault::at(FaultCode::Number, first + place))
        };
        self.take(count)?.iter().enumerate().map(byte).collect()
    }

    /// A number of bytes, at most `most`, and these.
    pub(crate) fn counted(&mut self, most: usize) -> Result<Vec<u8>, Fault> {
        let count = self.up_to(most)?;
        self.bytes(count)
    }

    /// That nothing is left.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        if self.at == self.numbers.len() { Ok(()) } else { Err(Fault::at(FaultCode::Length, self.at)) }
    }
}
