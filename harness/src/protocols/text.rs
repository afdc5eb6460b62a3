//! Text from and for another program.

use std::borrow::Cow;

/// A line as text: a tab is a space, other control characters are nothing, and
/// what is not UTF-8 is U+FFFD. Before the first line a byte order mark may stand.
pub fn clean(line: &[u8], is_first: bool) -> Cow<'_, str> {
    let is_plain = line.iter().all(|byte| (b' '..=b'~').contains(byte));
    if is_plain && let Ok(text) = str::from_utf8(line) {
        return Cow::Borrowed(text);
    }
    let line = match is_first {
        true => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line),
        false => line,
    };
    String::from_utf8_lossy(line)
        .chars()
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .filter(|letter| !letter.is_control())
        .collect()
}

/// Appends a number: every move comes by, and `format!` is slower.
pub fn push_number(number: u64, text: &mut String) {
    if number >= 10 {
        push_number(number / 10, text);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
