//! How long strings are cut.

/// At most so many characters of the text, up to the end of the last sentence in them; `None` when nothing is left.
pub(super) fn shorten(text: String, most: usize) -> Option<String> {
    let Some((end, _)) = text.char_indices().nth(most) else { return Some(text) };
    let cut = text.get(..end).unwrap_or_default();
    let sentence = cut.rfind(['.', '!', '?']).and_then(|at| cut.get(..=at));
    Some(sentence.unwrap_or(cut).trim_end().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn ends_with_a_sentence_where_one_ends() {
        let shorten = |text: &str, most| shorten(text.to_owned(), most);
        assert_eq!(shorten("One. Two. Three.", 10).as_deref(), Some("One. Two."));
        assert_eq!(shorten("One two", 5).as_deref(), Some("One t"));
        assert_eq!(shorten("Größe", 3).as_deref(), Some("Grö"));
        assert_eq!(shorten("One", 3).as_deref(), Some("One"));
        assert_eq!(shorten("One", 0), None);
    }
}
