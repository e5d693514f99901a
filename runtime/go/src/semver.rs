//! Semantic versions.
//!
//! Written out because no library has the messages of upstream's, nor its numbers of 64 bits in pre-releases.
//!
//! Source: `github.com/blang/semver/v4/semver.go`; `apiserver pkg/cel/library/semverlib.go`, `normalizeAndParse`.
//!
//! Knows nothing of: any other module but `number` and `quote`.

use std::cmp::Ordering;
use std::fmt;

use crate::number::parse_uint;
use crate::quote::quoted;

/// A version of three numbers, with identifiers of a pre-release and of a build.
///
/// Versions that differ in their builds are equal.
///
/// ```
/// use crd_schema_go::semver::Version;
///
/// let version = Version::parse("1.2.3-rc.1+build").unwrap();
/// assert!(version < Version::parse("1.2.3").unwrap());
/// assert_eq!(version.to_string(), "1.2.3-rc.1+build");
/// ```
#[derive(Clone, Debug)]
pub struct Version {
    /// The first number.
    pub major: u64,
    /// The second number.
    pub minor: u64,
    /// The third number.
    pub patch: u64,
    pre_release: Vec<Identifier>,
    build: Vec<String>,
}

/// Numbers are less than words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Word(String),
}

impl Version {
    /// `semver.Parse`.
    ///
    /// # Errors
    /// The message of upstream's library.
    ///
    /// ```
    /// use crd_schema_go::semver::Version;
    ///
    /// assert_eq!(Version::parse("1.2").unwrap_err(), "No Major.Minor.Patch elements found");
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".to_owned());
        }
        let parts: Vec<_> = text.splitn(3, '.').collect();
        let [major, minor, rest] = parts.as_slice() else {
            return Err("No Major.Minor.Patch elements found".to_owned());
        };
        let major = number(major, "major", "Major")?;
        let minor = number(minor, "minor", "Minor")?;
        let (rest, build) = rest.split_once('+').map_or((*rest, None), |(rest, build)| (rest, Some(build)));
        let (patch, pre_release) = rest.split_once('-').map_or((rest, None), |(rest, pre)| (rest, Some(pre)));
        let patch = number(patch, "patch", "Patch")?;
        let pre_release = pre_release.into_iter().flat_map(|pre| pre.split('.')).map(identifier);
        let pre_release = pre_release.collect::<Result<_, _>>()?;
        let build = build.into_iter().flat_map(|build| build.split('.')).map(build_identifier);
        Ok(Self { major, minor, patch, pre_release, build: build.collect::<Result<_, _>>()? })
    }

    /// What the server parses on demand: a leading `v`, leading zeros, and a missing minor or patch are accepted.
    ///
    /// # Errors
    /// The server's message.
    ///
    /// ```
    /// use crd_schema_go::semver::Version;
    ///
    /// assert_eq!(Version::parse_normalized("v01.2").unwrap().to_string(), "1.2.0");
    /// ```
    pub fn parse_normalized(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let mut parts: Vec<_> = text.splitn(3, '.').map(without_zeros).collect();
        if parts.len() < 3 {
            if parts.last().is_some_and(|last| last.contains(['+', '-'])) {
                return Err("short version cannot contain PreRelease/Build meta data".to_owned());
            }
            parts.resize(3, "0".to_owned());
        }
        Self::parse(&parts.join("."))
    }
}

/// Without leading zeros, but with a digit at its beginning.
fn without_zeros(part: &str) -> String {
    if part.len() <= 1 {
        return part.to_owned();
    }
    let trimmed = part.trim_start_matches('0');
    let zero = if trimmed.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    format!("{zero}{trimmed}")
}

fn number(text: &str, lower: &str, upper: &str) -> Result<u64, String> {
    if !is_number(text) {
        return Err(format!("Invalid character(s) found in {lower} number {}", quoted(text)));
    }
    if has_leading_zero(text) {
        return Err(format!("{upper} number must not contain leading zeroes {}", quoted(text)));
    }
    parse_uint(text).map_err(|error| error.to_string())
}

fn identifier(text: &str) -> Result<Identifier, String> {
    if text.is_empty() {
        return Err("Prerelease is empty".to_owned());
    }
    if is_number(text) {
        if has_leading_zero(text) {
            return Err(format!(
                "Numeric PreRelease version must not contain leading zeroes {}",
                quoted(text)
            ));
        }
        return parse_uint(text).map(Identifier::Number).map_err(|error| error.to_string());
    }
    if !is_word(text) {
        return Err(format!("Invalid character(s) found in prerelease {}", quoted(text)));
    }
    Ok(Identifier::Word(text.to_owned()))
}

fn build_identifier(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("Build meta data is empty".to_owned());
    }
    if !is_word(text) {
        return Err(format!("Invalid character(s) found in build meta data {}", quoted(text)));
    }
    Ok(text.to_owned())
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn has_leading_zero(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

/// `Compare`.
impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = |version: &Self| (version.major, version.minor, version.patch);
        numbers(self)
            .cmp(&numbers(other))
            .then_with(|| self.pre_release.is_empty().cmp(&other.pre_release.is_empty()))
            .then_with(|| self.pre_release.cmp(&other.pre_release))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (position, identifier) in self.pre_release.iter().enumerate() {
            write!(f, "{}{identifier}", if position == 0 { '-' } else { '.' })?;
        }
        for (position, identifier) in self.build.iter().enumerate() {
            write!(f, "{}{identifier}", if position == 0 { '+' } else { '.' })?;
        }
        Ok(())
    }
}
