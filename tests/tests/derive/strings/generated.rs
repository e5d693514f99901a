//! Strings near to those of a format, from a fixed seed.

use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;

/// What strings look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Family {
    Address,
    Bytes,
    Day,
    Moment,
    Other,
    Quantity,
    Url,
    Uuid,
}

const FAMILIES: [Family; 8] = [
    Family::Address,
    Family::Bytes,
    Family::Day,
    Family::Moment,
    Family::Other,
    Family::Quantity,
    Family::Url,
    Family::Uuid,
];

/// Where the strings begin; `STRINGS_SEED` asks for others.
const SEED: u64 = 7;

/// Many of one family, and some of all others.
pub(super) fn values(family: Family) -> Vec<String> {
    let of = |other: &Family| some(*other, if *other == family { 6000 } else { 100 });
    FAMILIES.iter().flat_map(of).collect()
}

fn some(family: Family, count: usize) -> Vec<String> {
    let seed = std::env::var("STRINGS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    let mut random = Random::new(seed, &format!("{family:?}"));
    let one = |_| {
        let bytes = random.tape();
        let mut tape = Tape::new(&bytes);
        let text = one(family, &mut tape);
        changed(text, &mut tape)
    };
    (0..count).map(one).collect()
}

fn one(family: Family, tape: &mut Tape<'_>) -> String {
    match family {
        Family::Address => address(tape),
        Family::Bytes => {
            letters(tape, &["A", "Q", "g", "k", "8", "+", "/", "_", "z"], 9)
                + tape.pick(&["", "=", "==", "==="])
        }
        Family::Day => day(tape),
        Family::Moment => moment(tape),
        Family::Other => {
            letters(tape, &["a", "Z", "0", " ", "ü", "\n", "\u{0}", "\u{301}", "😀", "\\", "\""], 4)
        }
        Family::Quantity => quantity(tape),
        Family::Url => url(tape),
        Family::Uuid => uuid(tape),
    }
}

/// Up to so many of them.
fn letters(tape: &mut Tape<'_>, letters: &[&str], most: usize) -> String {
    (0..tape.choose(most + 1)).map(|_| tape.pick(letters)).collect()
}

/// Most are left as they are; of others one character is another one, is not there, or stands twice.
fn changed(text: String, tape: &mut Tape<'_>) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let kind = tape.choose(16);
    if kind > 2 || characters.is_empty() {
        return text;
    }
    let at = tape.choose(characters.len());
    let other = tape
        .pick(&["0", "9", "-", ":", ".", " ", "a", "Z", "%", "/", "\\", "?", "#", "@", "[", "ü", "\t", "+"]);
    match kind {
        0 => _ = characters.remove(at),
        1 => characters.insert(at, characters[at]),
        _ => characters[at] = other.chars().next().expect("a character"),
    }
    characters.into_iter().collect()
}

fn day(tape: &mut Tape<'_>) -> String {
    let year = tape.pick(&[
        "2020", "9999", "9999", "0000", "0001", "9998", "1900", "-0001", "-009999", "+012020", "+10000",
    ]);
    let month = tape.pick(&["12", "01", "02", "11", "00", "13", "6"]);
    let day = tape.pick(&["01", "28", "29", "30", "31", "00", "32", "9"]);
    format!("{year}-{month}-{day}")
}

fn moment(tape: &mut Tape<'_>) -> String {
    let day = day(tape);
    let separator = tape.pick(&["T", "T", "T", "T", "T", "t", " "]);
    let hour = tape.pick(&["00", "12", "21", "22", "23", "24"]);
    let minute = tape.pick(&["00", "00", "59", "60"]);
    let second = tape.pick(&["00", "00", "01", "59", "60"]);
    let fraction = tape.pick(&["", "", "", "", ".0", ".5", ".999999999", ".1234567891", ",5", "."]);
    let offset = tape.pick(&[
        "Z", "Z", "Z", "z", "+00:00", "-00:00", "+01:00", "-01:00", "+23:59", "-23:59", "+24:00", "-24:00",
        "-25:59", "+25:59", "+26:00", "+10:60", "+0100", "", "+01", "Z[UTC]",
    ]);
    format!("{day}{separator}{hour}:{minute}:{second}{fraction}{offset}")
}

fn address(tape: &mut Tape<'_>) -> String {
    if tape.choose(2) == 0 {
        let count = tape.pick(&["44", "3", "5", "4"]).len() + 3;
        return dotted(tape, count.min(4));
    }
    let groups = ["0", "1", "ff", "FFFF", "0001", "00001", "", "g"];
    let mut text = tape.pick(&["", "::", "1:", "::1:"]).to_owned();
    for _ in 0..tape.choose(8) {
        text += tape.pick(&groups);
        text.push(':');
    }
    text += &match tape.choose(5) {
        0 => dotted(tape, 4),
        1 => "1%eth0".to_owned(),
        2 => ":".to_owned(),
        _ => "1".to_owned(),
    };
    text
}

fn dotted(tape: &mut Tape<'_>, count: usize) -> String {
    let part = |_| tape.pick(&["0", "1", "255", "10", "256", "00", "010", "0x1", "1e1", ""]).to_owned();
    (0..count).map(part).collect::<Vec<_>>().join(".")
}

fn uuid(tape: &mut Tape<'_>) -> String {
    let hyphen = |tape: &mut Tape<'_>, always: bool| if always || tape.choose(2) == 0 { "-" } else { "" };
    let (style, digit) = (tape.choose(3), tape.pick(&["a", "F", "0", "g"]));
    let mut text = tape.pick(&["", "", "", "urn:uuid:", "{"]).to_owned();
    for (index, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if index > 0 && style != 1 {
            text += hyphen(tape, style == 0);
        }
        text += &digit.repeat(length);
    }
    text + tape.pick(&["", "", "", "}"])
}

fn quantity(tape: &mut Tape<'_>) -> String {
    let sign = tape.pick(&["", "", "+", "-", "--"]);
    let whole = tape.pick(&["1", "0", "007", "18446744073709551616", ""]);
    let fraction = tape.pick(&["", ".5", ".", ".000000001", "."]);
    let suffix =
        tape.pick(&["", "m", "Ki", "k", "K", "E", "Ei", "e3", "E-3", "e1.5", "u", "n", "µ", "%", " "]);
    format!("{sign}{whole}{fraction}{suffix}")
}

fn url(tape: &mut Tape<'_>) -> String {
    let scheme = tape.pick(&[
        "http", "https", "HTTP", "ws", "wss", "ftp", "file", "FILE", "foo", "f", "httpx", "ht", "unix",
        "urn", "mailto", "data", "a+b.c-d", "0a", "",
    ]);
    let colon = tape.pick(&[":", ":", ":", ":", ":", ":", ":", ""]);
    let slashes = tape.pick(&["//", "//", "//", "//", "//", "", "/", "///", "////", "\\\\", "/\\", "//\\"]);
    let user = tape.pick(&["", "", "", "", "", "u@", "u:p@", "@", ":@", "a@b@", "%zz@", "ü@"]);
    let host = tape.pick(&[
        "example.com",
        "a",
        "",
        "[::1]",
        "[::ffff:1.2.3.4]",
        "[::1%25eth0]",
        "[1.2.3.4]",
        "[::1",
        "127.0.0.1",
        "127.1",
        "1.2.3.256",
        "1.2.3.4.5",
        "0x7f.1",
        "a.0x",
        "a.08",
        "08",
        "4294967296",
        "a.1.",
        "1..",
        ".",
        "..",
        "a..b",
        "a.",
        "-",
        "a_b",
        "bücher.example",
        "xn--bcher-kva.example",
        "xn--a",
        "XN--",
        "a.xn--zz",
        "%41",
        "%C3%BC",
        "a%25b",
        "a b",
        "a<b",
        "a{b",
        "a^b",
        "a|b",
        "a;b=c",
        "a*b",
        "\u{ad}",
        "a\u{fffd}",
        "a\u{200d}b",
        "localhost",
    ]);
    let port = tape.pick(&[
        "", "", "", "", "", ":", ":80", ":443", ":0", ":00080", ":65535", ":65536", ":99999", ":a", ":-1",
        ":isbn:1",
    ]);
    let tail = tape.pick(&[
        "", "", "/", "/a/b", "?q=1", "#f", "/a b", "/%zz", "?%zz", "#%zz", "/ü", "/a|b{c}", "\\a", "/?#",
        "/../..", "//b", "/:x", " ",
    ]);
    format!("{scheme}{colon}{slashes}{user}{host}{port}{tail}")
}
