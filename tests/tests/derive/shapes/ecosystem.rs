//! Types of other crates.

crd_schema_tests::field_shapes! {
    chrono_moment: chrono::DateTime<chrono::Utc> => ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.25Z"]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is", WrittenBackIsUnchanged: "chrono writes fractions in threes of digits"];
    chrono_moment_with_offset: chrono::DateTime<chrono::FixedOffset> => ["2020-01-02T03:04:05+01:00"]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    chrono_day: chrono::NaiveDate => ["2020-01-02"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    optional_chrono_moment: Option<chrono::DateTime<chrono::Utc>> => ["2020-01-02T03:04:05Z", null]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    jiff_moment: jiff::Timestamp => ["2020-01-02T03:04:05Z"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    jiff_day: jiff::civil::Date => ["2020-01-02"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    address: url::Url => ["https://example.com/a?b=c"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    identifier: uuid::Uuid => ["6d0c2e9c-6f0a-4d43-8a38-1f6c2f0c6f21"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    list_of_uuids: Vec<uuid::Uuid> => [["6d0c2e9c-6f0a-4d43-8a38-1f6c2f0c6f21"]] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
}
