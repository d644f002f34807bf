//! The numbers of a DAWG, GADDAG or word map, in memory or mapped from a part of a file.

use std::fs::File;
use std::io;
use std::path::Path;
use std::{error, fmt};

use memmap2::{Mmap, MmapOptions};

/// Bytes of a number.
const NUMBER_BYTES: usize = size_of::<u32>();

/// Why bytes or a file are not a valid structure.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read or mapped.
    File(io::Error),
    /// The offset and length are not a part of the file with whole numbers.
    SpanPart {
        /// First byte of the part.
        offset: u64,
        /// Bytes of the part.
        length: usize,
    },
    /// A number that no valid structure has.
    Damaged {
        /// The index of the number.
        node: usize,
        /// What is wrong.
        fault: &'static str,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::SpanPart { offset, length } => {
                write!(f, "{length} bytes from byte {offset} are not the whole nodes of a graph")
            }
            Self::Damaged { node, fault } => write!(f, "the graph is damaged at node {node}: {fault}"),
        }
    }
}

impl error::Error for OpenError {}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

/// Little-endian numbers of 32 bits.
#[derive(Debug)]
pub(crate) enum Storage {
    Held(Vec<u32>),
    /// Aligned and with whole numbers, as checked by [`Storage::open`].
    Mapped(Mmap),
}

impl Storage {
    /// A copy of the bytes.
    pub(crate) fn of(bytes: &[u8]) -> Result<Self, OpenError> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(NUMBER_BYTES) {
            return Err(OpenError::SpanPart { offset: 0, length: bytes.len() });
        }
        let (nodes, _) = bytes.as_chunks();
        Ok(Self::Held(nodes.iter().map(|node| u32::from_le_bytes(*node)).collect()))
    }

    /// Maps a part of a file; processes that map the same part share its memory.
    pub(crate) fn open(path: &Path, offset: u64, length: usize) -> Result<Self, OpenError> {
        let part = OpenError::SpanPart { offset, length };
        let file = File::open(path)?;
        let end = offset.checked_add(length as u64);
        if length == 0 || end.is_none_or(|end| end > file.metadata().map_or(0, |data| data.len())) {
            return Err(part);
        }
        // SAFETY: a mapping is unsound only if the file changes. Lexicon files are written under another name and then
        // renamed; nothing writes to them afterwards. Reading 35 MB instead would cost every process a copy of its own
        // and some 10 ms.
        #[allow(unsafe_code)]
        let map = unsafe { MmapOptions::new().offset(offset).len(length).map(&file)? };
        match bytemuck::try_cast_slice::<u8, u32>(&map) {
            Err(_) => Err(part),
            Ok(_) if cfg!(target_endian = "big") => Self::of(&map),
            Ok(_) => Ok(Self::Mapped(map)),
        }
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        match self {
            Self::Held(nodes) => nodes,
            Self::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

/// The numbers as bytes of a file.
pub(crate) fn bytes(nodes: &[u32]) -> Vec<u8> {
    nodes.iter().flat_map(|node| node.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_file_is_mapped() {
        let path = std::env::temp_dir().join(format!("mostek-nodes-{}", std::process::id()));
        std::fs::write(&path, [&[9; 8][..], &bytes(&[1, 0x0203_0405]), &[7; 3]].concat()).unwrap();
        assert_eq!(Storage::open(&path, 8, 8).unwrap().as_slice(), [1, 0x0203_0405]);
        for (offset, length) in [(8, 7), (9, 8), (8, 12), (16, 0), (u64::MAX, 4)] {
            assert!(matches!(Storage::open(&path, offset, length), Err(OpenError::SpanPart { .. })));
        }
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(Storage::open(&path, 0, 8), Err(OpenError::File(_))));
    }

    #[test]
    fn bytes_are_whole_nodes() {
        assert_eq!(Storage::of(&bytes(&[5, 6])).unwrap().as_slice(), [5, 6]);
        assert!(Storage::of(&[1, 2, 3]).is_err() && Storage::of(&[]).is_err());
    }
}
