//! Blanks, columns and numbers, as Python counts them.

/// Whether Python takes the character for a blank: beside Unicode's it has four separators of old files.
pub fn is_blank(character: char) -> bool {
    character.is_whitespace() || ('\x1c'..='\x1f').contains(&character)
}

/// The text without blanks around it.
pub fn stripped(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The number of characters before this byte.
pub fn characters(text: &str, byte: usize) -> usize {
    text[..byte].chars().count()
}

/// The words of a text, each with the byte at which it begins.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut place = 0;
    std::iter::from_fn(move || {
        place += text[place..].find(|character| !is_blank(character))?;
        let (start, rest) = (place, &text[place..]);
        place += rest.find(is_blank).unwrap_or(rest.len());
        Some((start, &text[start..place]))
    })
}

/// A number of one to six digits with an optional minus sign.
pub fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_between_blanks_of_any_kind() {
        let found: Vec<_> = words(" a\u{3000}bć\x1c d").collect();
        assert_eq!(found, [(1, "a"), (5, "bć"), (10, "d")]);
        assert_eq!(words(" \t").count(), 0);
    }

    #[test]
    fn numbers_have_up_to_six_digits() {
        let read = ["0", "-12", "999999", "1000000", "", "-", "+1", "1.", "٣"].map(number);
        assert_eq!(read, [Some(0), Some(-12), Some(999_999), None, None, None, None, None, None]);
    }
}
