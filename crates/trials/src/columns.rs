//! The rows as Parquet: the CSV file read once more, in groups of rows, so that both hold the same and memory stays flat.
//! A Parquet file cannot be continued after its end was written; the CSV file can, and is what a run goes on from.

use crate::TrialError;
use crate::rows::Kind;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

/// Rows in a group: enough to compress well, few enough to hold.
const GROUP: usize = 20_000;

/// One column of a group.
enum Column {
    Whole(Vec<i64>),
    Perhaps(Vec<i64>, Vec<i16>),
    Text(Vec<ByteArray>),
}

/// Makes `name.parquet` of `name.csv`.
pub(crate) fn convert(folder: &Path, name: &str, columns: &[(&str, Kind)]) -> Result<(), TrialError> {
    let (from, to) = (folder.join(format!("{name}.csv")), folder.join(format!("{name}.parquet")));
    let beside = to.with_extension("part");
    let fault = |path: &Path, reason: String| TrialError::File { path: path.to_owned(), reason };
    let mut reader = csv::Reader::from_path(&from).map_err(|error| fault(&from, error.to_string()))?;
    let file = File::create(&beside).map_err(|error| TrialError::file(&beside, &error))?;
    let write = || -> Result<(), ParquetError> {
        let schema = Arc::new(parse_message_type(&schema(name, columns))?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
        let mut record = csv::StringRecord::new();
        loop {
            let mut group: Vec<Column> = columns.iter().map(|(_, kind)| Column::new(*kind)).collect();
            let mut rows = 0;
            while rows < GROUP && reader.read_record(&mut record).map_err(|e| ParquetError::External(Box::new(e)))? {
                for (column, cell) in group.iter_mut().zip(&record) {
                    column.push(cell)?;
                }
                rows += 1;
            }
            if rows == 0 {
                break;
            }
            put(&mut writer, group)?;
        }
        writer.close()?;
        Ok(())
    };
    write().map_err(|error| fault(&to, error.to_string()))?;
    fs::rename(&beside, &to).map_err(|error| TrialError::file(&to, &error))
}

fn schema(name: &str, columns: &[(&str, Kind)]) -> String {
    let fields = columns.iter().map(|(name, kind)| match kind {
        Kind::Whole => format!("required int64 {name};"),
        Kind::Perhaps => format!("optional int64 {name};"),
        Kind::Text => format!("required binary {name} (STRING);"),
    });
    format!("message {name} {{ {} }}", fields.collect::<Vec<_>>().join(" "))
}

fn put(writer: &mut SerializedFileWriter<File>, group: Vec<Column>) -> Result<(), ParquetError> {
    let mut rows = writer.next_row_group()?;
    for column in group {
        let Some(mut place) = rows.next_column()? else { break };
        match column {
            Column::Whole(values) => place.typed::<Int64Type>().write_batch(&values, None, None)?,
            Column::Perhaps(values, there) => place.typed::<Int64Type>().write_batch(&values, Some(&there), None)?,
            Column::Text(values) => place.typed::<ByteArrayType>().write_batch(&values, None, None)?,
        };
        place.close()?;
    }
    rows.close()?;
    Ok(())
}

impl Column {
    const fn new(kind: Kind) -> Self {
        match kind {
            Kind::Whole => Self::Whole(Vec::new()),
            Kind::Perhaps => Self::Perhaps(Vec::new(), Vec::new()),
            Kind::Text => Self::Text(Vec::new()),
        }
    }

    fn push(&mut self, cell: &str) -> Result<(), ParquetError> {
        let whole = |cell: &str| cell.parse().map_err(|_| ParquetError::General(format!("not a whole number: {cell}")));
        match self {
            Self::Whole(values) => values.push(whole(cell)?),
            Self::Perhaps(_, there) if cell.is_empty() => there.push(0),
            Self::Perhaps(values, there) => {
                values.push(whole(cell)?);
                there.push(1);
            }
            Self::Text(values) => values.push(ByteArray::from(cell)),
        }
        Ok(())
    }
}
