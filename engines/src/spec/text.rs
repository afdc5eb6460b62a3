//! `name:option=value,option="a value"` as a name and a TOML table.

use toml::{Table, Value};

use super::SpecError;

/// Splits a spec. A bare value is a number, `true`, `false` or else a string;
/// a quoted one is a string, in which `\"` and `\\` stand for `"` and `\`. A
/// `name` is a string in any case: `007` stays as it is.
pub fn split_spec(text: &str) -> Result<(String, Table), SpecError> {
    let (name, rest) = match text.split_once(':') {
        Some((name, rest)) => (name.trim(), Some(rest)),
        None => (text.trim(), None),
    };
    if name.is_empty() {
        return Err(SpecError("the name is empty".to_string()));
    }
    let options = match rest {
        None => Table::new(),
        Some(rest) if rest.trim().is_empty() => {
            return Err(SpecError(format!("no option after `{name}:`")));
        }
        Some(rest) => split_options(rest)?,
    };
    Ok((name.to_string(), options))
}

/// Splits `option=value,option=value`; in an empty text there are none.
pub fn split_options(text: &str) -> Result<Table, SpecError> {
    let mut options = Table::new();
    let mut rest = text;
    if rest.trim().is_empty() {
        return Ok(options);
    }
    loop {
        let (option, value, left) = next_option(rest)?;
        if option == "kind" {
            return Err(SpecError("`kind` is not an option".to_string()));
        }
        if options.insert(option.to_string(), value).is_some() {
            return Err(SpecError(format!("`{option}` is given twice")));
        }
        match left {
            Some(left) => rest = left,
            None => return Ok(options),
        }
    }
}

/// The first option, its value, and what follows the comma behind it.
fn next_option(text: &str) -> Result<(&str, Value, Option<&str>), SpecError> {
    let end = text.find(['=', ',']).unwrap_or(text.len());
    let option = text[..end].trim();
    if option.is_empty() {
        return Err(SpecError(format!(
            "an option is missing before `{}`",
            &text[end..]
        )));
    }
    let Some(value) = text[end..].strip_prefix('=') else {
        return Err(SpecError(match option.parse::<f64>() {
            Ok(_) => format!("`{option}` has no name; write it as in size={option}"),
            Err(_) => format!("`{option}` has no value; write {option}=…"),
        }));
    };
    let value = value.trim_start();
    if let Some(quoted) = value.strip_prefix('"') {
        let (string, behind) = unquote(quoted)
            .ok_or_else(|| SpecError(format!("the value of `{option}` lacks its closing quote")))?;
        let left = match behind.trim_start() {
            "" => None,
            behind => Some(behind.strip_prefix(',').ok_or_else(|| {
                SpecError(format!("a comma is missing behind the value of `{option}`"))
            })?),
        };
        return Ok((option, Value::String(string), left));
    }
    let (value, left) = match value.split_once(',') {
        Some((value, left)) => (value.trim(), Some(left)),
        None => (value.trim(), None),
    };
    if value.is_empty() {
        return Err(SpecError(format!(
            "`{option}` has no value; write {option}=…"
        )));
    }
    let value = match option {
        "name" => Value::String(value.to_string()),
        _ if is_too_large(value) => {
            return Err(SpecError(format!(
                "`{option}` must be at most {}, but is {value}",
                i64::MAX
            )));
        }
        _ => bare(value),
    };
    Ok((option, value, left))
}

/// Whether this is a whole number that no option can hold.
fn is_too_large(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole && text.parse::<i64>().is_err()
}

/// Reads up to the closing quote; returns what stands behind it too.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut string = String::new();
    let mut letters = text.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Some((string, &text[index + 1..])),
            '\\' => string.push(letters.next()?.1),
            _ => string.push(letter),
        }
    }
    None
}

fn bare(text: &str) -> Value {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    if let (true, Ok(number)) = (is_number, text.parse()) {
        return Value::Integer(number);
    }
    if let (true, Ok(number)) = (is_number, text.parse()) {
        return Value::Float(number);
    }
    match text {
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        _ => Value::String(text.to_string()),
    }
}

/// A value in the form that [`split_spec`] reads back, without quotes where it
/// can do without.
pub fn quoted(value: &Value) -> String {
    let string = match value {
        Value::String(string) => string,
        // The shortest text that reads back: `1e300`, not 300 zeros.
        Value::Float(number) => return format!("{number:?}"),
        other => return other.to_string(),
    };
    let is_plain = !string.contains([',', '"', '\\'])
        && string.trim() == string
        && !string.is_empty()
        && bare(string) == *value;
    if is_plain {
        return string.clone();
    }
    format!("\"{}\"", string.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_kind() {
        let (name, table) =
            split_spec(r#"x:a=1,b=-2.5,c=true,d=C3:G7,e="1, \"2\"", f = 1e3"#).unwrap();
        assert_eq!(name, "x");
        assert_eq!(table["a"], Value::Integer(1));
        assert_eq!(table["b"], Value::Float(-2.5));
        assert_eq!(table["c"], Value::Boolean(true));
        assert_eq!(table["d"], Value::String("C3:G7".to_string()));
        assert_eq!(table["e"], Value::String("1, \"2\"".to_string()));
        assert_eq!(table["f"], Value::Float(1000.0));
        let (_, numbers) = split_spec("x:name=007,a=1e300,b=0.25").unwrap();
        assert_eq!(numbers["name"], Value::String("007".to_string()));
        assert_eq!(quoted(&numbers["a"]), "1e300");
        for value in table.values().chain(numbers.values().skip(1)) {
            let spec = format!("x:y={}", quoted(value));
            assert_eq!(&split_spec(&spec).unwrap().1["y"], value);
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            (":a=1", "name is empty"),
            ("x:=1", "option is missing"),
            ("x:a=1,,b=2", "option is missing"),
            ("x:a=", "`a` has no value"),
            ("x:a=\"1", "closing quote"),
            ("x:a=\"1\"b=2", "comma is missing"),
            ("x:a=1,", "option is missing"),
            (
                "x:a=9223372036854775808",
                "`a` must be at most 9223372036854775807, but is 9223372036854775808",
            ),
        ] {
            let error = split_spec(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
