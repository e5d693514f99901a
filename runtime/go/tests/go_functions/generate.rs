//! Arguments for each function: most are nearly right.

/// All functions, by the names that the oracle gives them.
pub(crate) const FUNCTIONS: [&str; 25] = [
    "atoi",
    "parse_int",
    "parse_uint",
    "parse_bool",
    "parse_float",
    "format",
    "format_precision",
    "quote",
    "base64",
    "addr",
    "prefix",
    "prefix_contains",
    "url",
    "url_request",
    "duration",
    "duration_words",
    "time",
    "date",
    "date_time",
    "time_fields",
    "quantity",
    "quantities",
    "semver",
    "semver_normalize",
    "semver_compare",
];

/// Those that are asked in tests of their own, too.
pub(crate) const MORE: [&str; 2] = ["named_format", "find"];

pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// An xorshift.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 20) % u64::try_from(limit).unwrap()).unwrap()
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'t>(&mut self, arguments: &[&'t str]) -> &'t str {
        arguments[self.below(arguments.len())]
    }

    fn digits(&mut self, most: usize) -> String {
        let count = 1 + self.below(most);
        (0..count).map(|_| char::from(b'0' + u8::try_from(self.below(10)).unwrap())).collect()
    }

    fn join(&mut self, pieces: &[&str], most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.pick(pieces)).collect()
    }

    /// Changes a character now and then.
    fn spoiled(&mut self, text: String) -> String {
        if !self.one_in(4) {
            return text;
        }
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.below(chars.len() + 1);
        let odd = self.pick(&[
            "", " ", "-", "+", ".", ":", "/", "0", "9", "a", "Z", "é", "\u{200b}", "_", "%", "e", "\n", "[",
            "\"", "\\", "\u{7f}",
        ]);
        match self.below(3) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.splice(at..at, odd.chars()).for_each(drop),
            _ => chars.splice(at..(at + 1).min(chars.len()), odd.chars()).for_each(drop),
        }
        chars.into_iter().collect()
    }

    /// Go takes minutes for quantities with exponents of millions.
    fn spoiled_unless_huge(&mut self, text: String) -> String {
        let spoiled = self.spoiled(text.clone());
        let exponent = spoiled.rsplit(['e', 'E']).next().filter(|rest| rest.len() < spoiled.len());
        let digits = exponent.map_or(0, |rest| rest.bytes().filter(u8::is_ascii_digit).count());
        if digits > 3 { text } else { spoiled }
    }

    pub(crate) fn arguments(&mut self, function: &str) -> Vec<String> {
        let arguments = match function {
            "atoi" | "parse_int" | "parse_uint" => vec![self.integer()],
            "parse_bool" => {
                vec![
                    self.pick(&["1", "t", "T", "true", "TRUE", "True", "0", "f", "False", "tRUE", "yes", ""])
                        .to_owned(),
                ]
            }
            "parse_float" => vec![self.float()],
            "format" => return vec![self.bits()],
            "format_precision" => {
                // The lowest byte of a precision counts apart from the others.
                let precision = self.below(25) * [1, 1, 1, 41][self.below(4)];
                return vec![self.bits(), precision.to_string()];
            }
            "quote" => vec![self.join(
                &[
                    "a",
                    "\"",
                    "\\",
                    "\n",
                    "\u{7f}",
                    "\0",
                    "é",
                    "\u{ad}",
                    "\u{200b}",
                    "😀",
                    "\u{301}",
                    "'",
                    "`",
                    "\u{e000}",
                    "\u{feff}",
                    "\u{10ffff}",
                ],
                8,
            )],
            "base64" => vec![self.base64()],
            "addr" => vec![self.addr()],
            "prefix" => vec![self.prefix()],
            "prefix_contains" => vec![self.prefix(), self.prefix()],
            "url" | "url_request" => vec![self.url()],
            "duration" => vec![self.duration()],
            "duration_words" => vec![self.words()],
            "time" | "date_time" => vec![self.time()],
            "date" => vec![self.date()],
            "time_fields" => vec![self.time(), self.zone()],
            "quantity" => vec![self.quantity()],
            "quantities" => vec![self.quantity(), self.quantity()],
            "semver" | "semver_normalize" => vec![self.version()],
            "semver_compare" => vec![self.version(), self.version()],
            "named_format" => return vec![self.format_name(), self.name()],
            "find" => {
                return vec![
                    self.pattern(2),
                    self.subject(),
                    self.pick(&["-1", "0", "1", "2", "5"]).to_owned(),
                ];
            }
            _ => panic!("no function {function}"),
        };
        if function.starts_with("quantit") {
            return arguments.into_iter().map(|text| self.spoiled_unless_huge(text)).collect();
        }
        arguments.into_iter().map(|text| self.spoiled(text)).collect()
    }

    fn integer(&mut self) -> String {
        let known =
            ["9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616"];
        let digits = if self.one_in(4) { self.pick(&known).to_owned() } else { self.digits(20) };
        format!("{}{digits}", self.pick(&["", "", "-", "+"]))
    }

    fn float(&mut self) -> String {
        let sign = self.pick(&["", "", "-", "+"]);
        if self.one_in(10) {
            return format!("{sign}{}", self.pick(&["inf", "Infinity", "NaN", "nan", "INF", "infinit"]));
        }
        let exponent = self.below(700);
        let exponent = format!("{}{exponent}", self.pick(&["", "-", "+"]));
        if self.one_in(3) {
            let hex = |generator: &mut Self| generator.join(&["0", "1", "8", "f", "F", "a", "7"], 20);
            let (whole, fraction) = (hex(self), hex(self));
            let scale = self.below(1200);
            let scale = format!("{}{scale}", self.pick(&["", "-"]));
            return format!("{sign}0x{whole}{}{fraction}p{scale}", self.pick(&[".", "", "_"]));
        }
        let (whole, fraction) = (self.digits(25), self.digits(25));
        match self.below(4) {
            0 => format!("{sign}{whole}.{fraction}e{exponent}"),
            1 => format!("{sign}.{fraction}"),
            2 => format!("{sign}{whole}E{exponent}"),
            _ => format!("{sign}{whole}."),
        }
    }

    /// The bits of a float; some of which have few digits.
    fn bits(&mut self) -> String {
        let random = self.0;
        let _ = self.below(2);
        let float = match self.below(6) {
            0 => f64::from_bits(random),
            1 => f64::from_bits(random << 40),
            2 => f64::from(u32::try_from(random >> 40).unwrap()) / 100.0,
            3 => f64::from(u32::try_from(random >> 40).unwrap()) * 1000.0,
            4 => [0.0, -0.0, 1e21, 1e20, 1e6, 999_999.5, 1e-4, 1e-5, f64::INFINITY, f64::NEG_INFINITY]
                [self.below(10)],
            _ => -f64::from(u32::try_from(random >> 33).unwrap()) / 1e9,
        };
        if float.is_nan() { "7ff8000000000001".to_owned() } else { format!("{:x}", float.to_bits()) }
    }

    fn base64(&mut self) -> String {
        let groups = self.join(&["eHl6", "eH\nl6", "AAAA", "+/09", "e\r\nHl6"], 4);
        format!(
            "{groups}{}",
            self.pick(&["", "eA==", "eHk=", "eA=\n=", "eA", "eHk", "e", "eA=", "=", "eB==\n", "eA==e"])
        )
    }

    fn addr(&mut self) -> String {
        let part = |generator: &mut Self| match generator.below(6) {
            0 => "0".to_owned(),
            1 => "255".to_owned(),
            2 => "127".to_owned(),
            3 => "224".to_owned(),
            4 => "00".to_owned(),
            _ => generator.digits(3),
        };
        let dotted = |generator: &mut Self| {
            let count = if generator.one_in(8) { 3 + generator.below(3) } else { 4 };
            (0..count).map(|_| part(generator)).collect::<Vec<_>>().join(".")
        };
        let known = ["169.254.1.2", "224.0.0.7", "0.0.0.0", "255.255.255.255", "127.0.0.1", "10.0.0.1"];
        match self.below(5) {
            0 => return dotted(self),
            1 => return self.pick(&known).to_owned(),
            _ => {}
        }
        let groups = ["0", "1", "ff", "FF02", "fe80", "ffff", "2001", "db8", "00ab", "12345"];
        let count = 1 + self.below(8);
        let mut parts: Vec<String> = (0..count).map(|_| self.pick(&groups).to_owned()).collect();
        if self.one_in(5) {
            parts.push(dotted(self));
        }
        let gap = self.below(parts.len() + 1);
        if !self.one_in(4) || count < 8 {
            parts.insert(gap, String::new());
            if gap == 0 || gap == parts.len() - 1 {
                parts.insert(gap, String::new());
            }
        }
        format!("{}{}", parts.join(":"), self.pick(&["", "", "", "", "", "%eth0", "%"]))
    }

    fn prefix(&mut self) -> String {
        let base = match self.below(4) {
            0 => self.addr(),
            1 => "10.1.2.3".to_owned(),
            2 => "2001:db8::1".to_owned(),
            _ => format!("10.{}.0.0", self.below(3)),
        };
        let bits = self.below(140);
        let bits = if self.one_in(6) {
            self.pick(&["", "-1", "08", "+8", "0", "x", "8/8"]).to_owned()
        } else {
            (bits % 40).to_string()
        };
        format!("{base}/{bits}")
    }

    fn url(&mut self) -> String {
        let scheme = self.pick(&["https:", "http:", "HTTP:", "mailto:", "postgres:", "", "", "1a:", ":"]);
        let user = self.pick(&["", "", "", "u@", "u:p@", "u%41:p%2F@", "ü@", "u:p:q@"]);
        let host = self.pick(&[
            "example.com",
            "a",
            "",
            "[::1]",
            "[fe80::1%25en0]",
            "a:80",
            "a:b",
            "ä.de",
            "%C3%A4",
            "a%41",
            "a:",
            "[1.2.3.4]",
            "*",
        ]);
        let path = self.join(
            &[
                "/", "a", "b%20c", " ", "%2F", "*", "é", "%", "%zz", "!$&'", ":", "@", ";", "[", "\"", "<",
                "//", ".",
            ],
            5,
        );
        let query = self.pick(&[
            "",
            "",
            "?",
            "?a=1",
            "?a=1&b=2&a=3",
            "?a=%41+b",
            "?a;b=1",
            "?=x&&y",
            "?a=%zz&b=1",
            "??",
            "?a=b=c",
        ]);
        let fragment = self.pick(&["", "", "", "#f", "#a b", "#%41", "#%", "#a#b", "#!()*'"]);
        match self.below(8) {
            0 => format!("{scheme}{path}{query}{fragment}"),
            1 => format!("/{path}{query}{fragment}"),
            2 => "*".to_owned(),
            _ => format!("{scheme}//{user}{host}/{path}{query}{fragment}"),
        }
    }

    fn duration(&mut self) -> String {
        let mut text = self.pick(&["", "", "", "-", "+"]).to_owned();
        for _ in 0..=self.below(3) {
            let most = if self.one_in(6) { 20 } else { 5 };
            text += &self.digits(most);
            if self.one_in(3) {
                text.push('.');
                let most = if self.one_in(5) { 25 } else { 9 };
                text += &self.digits(most);
            }
            text += self.pick(&["h", "m", "s", "ms", "us", "µs", "μs", "ns", "h", "s", "d", ""]);
        }
        text
    }

    fn words(&mut self) -> String {
        if self.one_in(3) {
            return self.duration();
        }
        let mut text = self.pick(&["", "about ", "-"]).to_owned();
        for _ in 0..=self.below(2) {
            let most = if self.one_in(8) { 20 } else { 4 };
            text += &self.digits(most);
            text += self.pick(&["", " ", "\t", "  "]);
            text += self.pick(&[
                "d", "days", "Weeks", "wk", "hr", "hours", "min", "milli", "SEC", "s", "µs", "x", "nanos",
                "m", "dx",
            ]);
            text += self.pick(&["", " ", ", "]);
        }
        text
    }

    fn date(&mut self) -> String {
        let (year, month, day) = (self.below(10_000), self.below(14), 1 + self.below(31));
        let year = if self.one_in(3) { 1900 + self.below(200) } else { year };
        match self.below(8) {
            0 => format!("{year:04}-{month}-{day}"),
            1 => format!("{year}-02-29"),
            _ => format!("{year:04}-{:02}-{day:02}", month.clamp(1, 12)),
        }
    }

    fn time(&mut self) -> String {
        let date = self.date();
        let (hour, minute, second) = (self.below(25), self.below(61), self.below(61));
        let hour = if self.one_in(5) {
            (hour % 24).to_string()
        } else {
            format!("{:02}", hour.min(23 + usize::from(second == 7)))
        };
        let fraction = match self.below(5) {
            0 => format!(".{}", self.digits(12)),
            1 => format!(",{}", self.digits(4)),
            2 if self.one_in(4) => ".".to_owned(),
            _ => String::new(),
        };
        let zone = self.pick(&[
            "Z", "Z", "Z", "+01:00", "-03:30", "+00:00", "-00:00", "+24:60", "+25:00", "+01:61", "+0100", "",
            "z", "+14:00",
        ]);
        let separator = if self.one_in(20) { "t" } else { "T" };
        format!("{date}{separator}{hour}:{:02}:{:02}{fraction}{zone}", minute.min(59), second.min(59))
    }

    fn zone(&mut self) -> String {
        let zones = [
            "",
            "UTC",
            "Local",
            "US/Central",
            "America/New_York",
            "Europe/Berlin",
            "Asia/Kolkata",
            "Etc/GMT+5",
            "Australia/Lord_Howe",
            "utc",
            "Nowhere",
            "+01:30",
            "-05:00",
            "02:00",
            "-0:30",
            "+99:59",
            "1:60",
            ":30",
            "1:",
            "1:2:3",
            "../x",
            "/x",
            "Africa/Monrovia",
            "America/St_Johns",
            "-00:45",
            "europe/berlin",
            "America",
            "America//New_York",
            "Europe/Berlin/",
            "./UTC",
            ".",
        ];
        self.pick(&zones).to_owned()
    }

    fn quantity(&mut self) -> String {
        let sign = self.pick(&["", "", "", "-", "+"]);
        let most = if self.one_in(4) { 30 } else { 5 };
        let whole = if self.one_in(8) { String::new() } else { self.digits(most) };
        let fraction = match self.below(5) {
            0 => format!(".{}", self.digits(4)),
            1 => format!(".{}", self.digits(25)),
            2 if self.one_in(3) => ".".to_owned(),
            _ => String::new(),
        };
        let suffix = self.pick(&[
            "",
            "",
            "",
            "n",
            "u",
            "m",
            "k",
            "M",
            "G",
            "T",
            "P",
            "E",
            "Ki",
            "Mi",
            "Gi",
            "Ti",
            "Pi",
            "Ei",
            "e3",
            "E-3",
            "e20",
            "e-20",
            "e+5",
            "e40",
            "e4294967297",
            "e-1",
            "e",
            "K",
            "ki",
            "Zi",
            "e1.5",
            "e300",
        ]);
        if self.one_in(10) {
            let known = [
                "9223372036854775807",
                "-9223372036854775808",
                "0",
                "1000",
                "0.5Ki",
                "1024Ki",
                "8Ei",
                "+5",
                "0005",
                "1e3",
                "1000m",
                ".",
            ];
            return self.pick(&known).to_owned();
        }
        format!("{sign}{whole}{fraction}{suffix}")
    }

    fn version(&mut self) -> String {
        let part = |generator: &mut Self| match generator.below(40) {
            0 => "01".to_owned(),
            1 => "18446744073709551616".to_owned(),
            2 => "0".to_owned(),
            _ => generator.digits(2).trim_start_matches('0').to_owned() + "1",
        };
        let count = if self.one_in(12) { 1 + self.below(4) } else { 3 };
        let numbers: Vec<_> = (0..count).map(|_| part(self)).collect();
        let identifiers = [
            "alpha",
            "1",
            "2",
            "10",
            "beta",
            "rc",
            "a.1",
            "02",
            "rc-1",
            "",
            "x.y",
            "é",
            "99999999999999999999",
            "0",
        ];
        let mut text = format!("{}{}", self.pick(&["", "", "", "v"]), numbers.join("."));
        if self.one_in(3) {
            text = format!("{text}-{}.{}", self.pick(&identifiers), self.pick(&identifiers));
        }
        if self.one_in(4) {
            text = format!("{text}+{}", self.pick(&identifiers));
        }
        text
    }

    fn format_name(&mut self) -> String {
        self.pick(&[
            "dns1123Label",
            "dns1123Subdomain",
            "dns1035Label",
            "qualifiedName",
            "dns1123LabelPrefix",
            "dns1123SubdomainPrefix",
            "dns1035LabelPrefix",
            "labelValue",
            "uri",
            "uuid",
            "byte",
            "date",
            "datetime",
        ])
        .to_owned()
    }

    fn name(&mut self) -> String {
        let text = match self.below(6) {
            0 => self.url(),
            1 => self.time(),
            2 => self.base64(),
            3 => "123e4567-e89b-12d3-a456-426614174000".to_owned(),
            _ => self.join(
                &[
                    "a",
                    "b1",
                    "-",
                    ".",
                    "/",
                    "A",
                    "_",
                    "9",
                    "example",
                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                ],
                7,
            ),
        };
        self.spoiled(text)
    }

    fn subject(&mut self) -> String {
        self.join(&["a", "b", "c", "ab", "aa", "\n", "é", " ", "_", "B", "abc"], 8)
    }

    fn pattern(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(3) {
            let atom = match self.below(if depth == 0 { 3 } else { 5 }) {
                0 | 1 => self
                    .pick(&["a", "b", "c", ".", "[ab]", "[^a]", "é", "\\w", "\\s", "(?i:B)", "ab"])
                    .to_owned(),
                2 => self
                    .pick(&["^", "$", "\\b", "\\B", "\\A", "\\z", "(?m:^)", "(?m:$)", "(?:)", ""])
                    .to_owned(),
                3 => format!("({})", self.pattern(depth - 1)),
                _ => format!("(?:{}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
            };
            let repeat = self.pick(&[
                "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{0,}", "{0}",
            ]);
            text += &atom;
            if !atom.is_empty() {
                text += repeat;
            }
        }
        text
    }
}
