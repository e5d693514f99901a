//! Time zones by their names or offsets.

use super::Time;
use crate::number::atoi;

/// A time zone.
///
/// ```
/// use crd_schema_go::time::{Time, Zone};
///
/// let zone = Zone::parse("-03:30").unwrap();
/// assert_eq!(zone.offset_at(Time::from_unix(0)), -12_600);
/// ```
#[derive(Clone, Debug)]
pub struct Zone(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// Seconds from UTC.
    Fixed(i64),
    #[cfg(feature = "time-zones")]
    Named(jiff::tz::TimeZone),
}

impl Zone {
    /// An offset such as `+01:00`, or a name of the IANA database; empty, `UTC` and `Local` are UTC.
    ///
    /// Names are known with the feature `time-zones`.
    ///
    /// # Errors
    /// The messages of cel-go's accessors.
    ///
    /// ```
    /// use crd_schema_go::time::Zone;
    ///
    /// assert_eq!(Zone::parse("Nowhere").unwrap_err(), "unknown time zone Nowhere");
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some((hours, minutes)) => offset(text, hours, minutes).map(Kind::Fixed).map(Self),
            None if matches!(text, "" | "UTC" | "Local") => Ok(Self(Kind::Fixed(0))),
            None if text.contains("..") || text.starts_with(['/', '\\']) => {
                Err("time: invalid location name".to_owned())
            }
            None => named(text).map(Self),
        }
    }

    /// The offset from UTC in seconds, at that time.
    ///
    /// ```
    /// use crd_schema_go::time::{Time, Zone};
    ///
    /// assert_eq!(Zone::parse("UTC").unwrap().offset_at(Time::from_unix(0)), 0);
    /// ```
    #[cfg_attr(
        not(feature = "time-zones"),
        expect(unused_variables, reason = "offsets do not change without a database")
    )]
    pub fn offset_at(&self, time: Time) -> i64 {
        match &self.0 {
            Kind::Fixed(offset) => *offset,
            #[cfg(feature = "time-zones")]
            Kind::Named(zone) => {
                let timestamp = jiff::Timestamp::from_second(time.unix());
                timestamp.map_or(0, |timestamp| zone.to_offset(timestamp).seconds().into())
            }
        }
    }
}

/// **Quirk**: hours have no bound and wrap, minutes take their sign from the first character.
fn offset(text: &str, hours: &str, minutes: &str) -> Result<i64, String> {
    let hours = atoi(hours).map_err(|error| error.to_string())?;
    let minutes = atoi(minutes).map_err(|error| error.to_string())?;
    if !(0..=59).contains(&minutes) {
        return Err(format!("timezone offset minutes out of range [0, 59]: {text}"));
    }
    let minutes = if text.starts_with('-') { -minutes } else { minutes };
    let total = hours.wrapping_mul(60).wrapping_add(minutes);
    Ok(total.wrapping_mul(60_000_000_000) / 1_000_000_000)
}

/// How many bytes a file system takes for the name of a file.
#[cfg(feature = "time-zones")]
const LONGEST_STEP: usize = 255;
/// How many bytes of a path are left behind the longest folder in which Go looks for zones (`time/zoneinfo_unix.go`).
#[cfg(feature = "time-zones")]
const LONGEST_PATH: usize = 4095 - "/usr/share/lib/zoneinfo/".len();

/// **Quirk**: names are paths of files, so that case counts, and errors may be those of a file system.
#[cfg(feature = "time-zones")]
fn named(name: &str) -> Result<Kind, String> {
    static DATABASE: std::sync::LazyLock<jiff::tz::TimeZoneDatabase> =
        std::sync::LazyLock::new(jiff::tz::TimeZoneDatabase::bundled);
    if name.contains('\0') {
        return Err("invalid argument".to_owned());
    }
    let steps: Vec<_> = name.split('/').filter(|step| !matches!(*step, "" | ".")).collect();
    let path = steps.join("/");
    let zone = DATABASE.get(&path).ok().filter(|zone| zone.iana_name() == Some(path.as_str()));
    let ends_in_file = !matches!(name.rsplit('/').next(), Some("" | "."));
    let is_below =
        |path: &str, above: &str| path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'));
    let any = |test: &dyn Fn(&str) -> bool| DATABASE.available().any(|zone| test(zone.as_str()));
    let is_folder = |path: &str| path.is_empty() || any(&|zone| is_below(zone, path));
    let long = steps.iter().position(|step| step.len() > LONGEST_STEP);
    let is_too_long = long.is_some_and(|at| is_folder(&steps[..at].join("/")));
    if is_too_long || name.len() > LONGEST_PATH {
        return Err("file name too long".to_owned());
    }
    match zone {
        Some(zone) if ends_in_file => Ok(Kind::Named(zone)),
        Some(_) => Err("not a directory".to_owned()),
        None if is_folder(&path) => Err("is a directory".to_owned()),
        None if any(&|zone| is_below(&path, zone)) => Err("not a directory".to_owned()),
        None => Err(format!("unknown time zone {name}")),
    }
}

#[cfg(not(feature = "time-zones"))]
fn named(name: &str) -> Result<Kind, String> {
    Err(format!("unknown time zone {name}"))
}
