//! How long ago something was, for people.
//!
//! Source: `apimachinery pkg/util/duration/duration.go`, `HumanDuration`.

use jiff::Timestamp;

/// The age of a time in RFC 3339.
pub(super) fn of(text: &str, now: Timestamp) -> String {
    match text.parse::<Timestamp>() {
        Ok(time) => human(now.duration_since(time).as_secs()),
        Err(_) => "<invalid>".to_owned(),
    }
}

fn human(seconds: i64) -> String {
    const YEAR: i64 = 24 * 365;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let two = |big: i64, unit: char, small: i64, small_unit: char| match small {
        0 => format!("{big}{unit}"),
        small => format!("{big}{unit}{small}{small_unit}"),
    };
    match () {
        () if seconds < -1 => "<invalid>".to_owned(),
        () if seconds < 0 => "0s".to_owned(),
        () if seconds < 120 => format!("{seconds}s"),
        () if minutes < 10 => two(minutes, 'm', seconds % 60, 's'),
        () if minutes < 180 => format!("{minutes}m"),
        () if hours < 8 => two(hours, 'h', minutes % 60, 'm'),
        () if hours < 48 => format!("{hours}h"),
        () if hours < 24 * 8 => two(hours / 24, 'd', hours % 24, 'h'),
        () if hours < YEAR * 2 => format!("{}d", hours / 24),
        () if hours < YEAR * 8 => two(hours / YEAR, 'y', hours / 24 % 365, 'd'),
        () => format!("{}y", hours / YEAR),
    }
}

#[cfg(test)]
mod tests {
    use super::human;

    /// Rows of `TestHumanDuration` in `apimachinery pkg/util/duration/duration_test.go`.
    #[test]
    fn ages_are_those_of_upstream() {
        const HOUR: i64 = 3600;
        const DAY: i64 = 24 * HOUR;
        let rows = [
            (1, "1s"),
            (70, "70s"),
            (190, "3m10s"),
            (70 * 60, "70m"),
            (47 * HOUR, "47h"),
            (49 * HOUR, "2d1h"),
            (8 * DAY + 2 * HOUR, "8d"),
            (367 * DAY, "367d"),
            (2 * 365 * DAY + 25 * HOUR, "2y1d"),
            (8 * 365 * DAY + 2 * HOUR, "8y"),
        ];
        for (seconds, shown) in rows {
            assert_eq!(human(seconds), shown, "{seconds}");
        }
    }
}
