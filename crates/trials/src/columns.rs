//! Rows as Parquet: each part of a run is one file with one row group, written whole, so that a reader can follow a run
//! while it continues and memory use stays constant.

use crate::TrialError;
use crate::rows::{Cell, EventRow, Kind, Row};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

/// One column of a part.
enum Column {
    Whole(Vec<i64>),
    Perhaps(Vec<i64>, Vec<i16>),
    Chance(Vec<f64>, Vec<i16>),
    Text(Vec<ByteArray>),
}

/// Writes a part: first under a temporary name, then under its own.
pub(crate) fn write<R: Row>(path: &Path, rows: &[R]) -> Result<(), TrialError> {
    let beside = path.with_extension("part");
    let file = File::create(&beside).map_err(|error| TrialError::file(&beside, &error))?;
    put(file, rows).map_err(|error| TrialError::File { path: path.to_owned(), reason: error.to_string() })?;
    fs::rename(&beside, path).map_err(|error| TrialError::file(path, &error))
}

fn put<R: Row>(file: File, rows: &[R]) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(&schema::<R>())?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
    let mut columns: Vec<Column> = R::COLUMNS.iter().map(|(_, kind)| Column::new(*kind)).collect();
    for row in rows {
        for (column, cell) in columns.iter_mut().zip(row.cells()) {
            column.push(cell)?;
        }
    }
    let mut group = writer.next_row_group()?;
    for column in columns {
        let Some(mut place) = group.next_column()? else { break };
        match column {
            Column::Whole(values) => place.typed::<Int64Type>().write_batch(&values, None, None)?,
            Column::Perhaps(values, there) => place.typed::<Int64Type>().write_batch(&values, Some(&there), None)?,
            Column::Chance(values, there) => place.typed::<DoubleType>().write_batch(&values, Some(&there), None)?,
            Column::Text(values) => place.typed::<ByteArrayType>().write_batch(&values, None, None)?,
        };
        place.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

fn schema<R: Row>() -> String {
    let fields = R::COLUMNS.iter().map(|(name, kind)| match kind {
        Kind::Whole => format!("required int64 {name};"),
        Kind::Perhaps => format!("optional int64 {name};"),
        Kind::Chance => format!("optional double {name};"),
        Kind::Text => format!("required binary {name} (STRING);"),
    });
    format!("message {} {{ {} }}", R::TABLE, fields.collect::<Vec<_>>().join(" "))
}

impl Column {
    const fn new(kind: Kind) -> Self {
        match kind {
            Kind::Whole => Self::Whole(Vec::new()),
            Kind::Perhaps => Self::Perhaps(Vec::new(), Vec::new()),
            Kind::Chance => Self::Chance(Vec::new(), Vec::new()),
            Kind::Text => Self::Text(Vec::new()),
        }
    }

    fn push(&mut self, cell: Cell<'_>) -> Result<(), ParquetError> {
        match (self, cell) {
            (Self::Whole(values), Cell::Whole(Some(n))) => values.push(n),
            (Self::Perhaps(values, there), Cell::Whole(n)) => {
                values.extend(n);
                there.push(i16::from(n.is_some()));
            }
            (Self::Chance(values, there), Cell::Chance(chance)) => {
                values.extend(chance);
                there.push(i16::from(chance.is_some()));
            }
            (Self::Text(values), Cell::Text(text)) => values.push(ByteArray::from(text)),
            (_, cell) => return Err(ParquetError::General(format!("{cell:?} does not belong here"))),
        }
        Ok(())
    }
}

/// The events of a part, read back.
pub(crate) fn events(path: &Path) -> Result<Vec<EventRow>, TrialError> {
    let fault = |reason: String| TrialError::File { path: path.to_owned(), reason };
    let file = File::open(path).map_err(|error| TrialError::file(path, &error))?;
    let reader = SerializedFileReader::new(file).map_err(|error| fault(error.to_string()))?;
    let rows = reader.get_row_iter(None).map_err(|error| fault(error.to_string()))?;
    rows.map(|row| {
        let row = row.map_err(|error| fault(error.to_string()))?;
        let mut event = EventRow::default();
        for (name, field) in row.get_column_iter() {
            let text = || if let Field::Str(text) = field { text.clone() } else { String::new() };
            let whole = || if let Field::Long(n) = field { u64::try_from(*n).unwrap_or_default() } else { 0 };
            match name.as_str() {
                "scenario" => event.scenario = text(),
                "ruleset" => event.ruleset = text(),
                "battle" => event.battle = whole(),
                "seed" => event.seed = whole(),
                "turn" => event.turn = u32::try_from(whole()).unwrap_or_default(),
                "kind" => event.kind = text(),
                "by" => event.by = text(),
                "at" => event.at = text(),
                "chance" => event.chance = if let Field::Double(p) = field { Some(*p) } else { None },
                "result" => event.result = text(),
                other => return Err(fault(format!("no column {other} is known"))),
            }
        }
        Ok(event)
    })
    .collect()
}
