//! Battles by the thousand, as Arrow tables that other libraries take without a copy (the Arrow PyCapsule interface).

use crate::book::{self, Options, checked, scenario_file};
use crate::trouble::Trouble;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use trials::{BattleRow, Cell, EventRow, Kind, Plan, Row, Shard, Sweep, TrialError, UnitRow};

/// Rows of one kind. Polars, pandas, DuckDB and pyarrow read it directly.
#[pyclass(frozen, module = "grognard._native")]
pub struct Table {
    batch: RecordBatch,
}

impl Table {
    fn of<R: Row>(rows: &[R]) -> Result<Self, Trouble> {
        let fault = |error: ArrowError| Trouble::bad("rows", error.to_string());
        let cells: Vec<Vec<Cell<'_>>> = rows.iter().map(Row::cells).collect();
        let mut fields = Vec::new();
        let mut columns: Vec<ArrayRef> = Vec::new();
        for (n, (name, kind)) in R::COLUMNS.iter().enumerate() {
            let of = |row: &Vec<Cell<'_>>| if let Some(Cell::Whole(n)) = row.get(n) { *n } else { None };
            let (data, empty, column): (DataType, bool, ArrayRef) = match kind {
                Kind::Whole => (DataType::Int64, false, Arc::new(cells.iter().map(of).collect::<Int64Array>())),
                Kind::Perhaps => (DataType::Int64, true, Arc::new(cells.iter().map(of).collect::<Int64Array>())),
                Kind::Chance => {
                    let of = |row: &Vec<Cell<'_>>| if let Some(Cell::Chance(p)) = row.get(n) { *p } else { None };
                    (DataType::Float64, true, Arc::new(cells.iter().map(of).collect::<Float64Array>()))
                }
                Kind::Text => {
                    let text = cells.iter().map(|row| if let Some(Cell::Text(text)) = row.get(n) { text } else { "" });
                    (DataType::Utf8, false, Arc::new(StringArray::from_iter_values(text)))
                }
            };
            fields.push(Field::new(*name, data, empty));
            columns.push(column);
        }
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(fault)?;
        Ok(Self { batch })
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The schema, for the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema().as_ref())
            .map_err(|error| Trouble::bad("schema", error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, for the Arrow PyCapsule interface; their types do not change, whatever schema is requested.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let rows = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(rows)), c"arrow_array_stream")
    }
}

/// The result of a range of battles.
#[pyclass(frozen, get_all, module = "grognard._native")]
pub struct Run {
    /// A row for each fight.
    pub battles: Py<Table>,
    /// A row for each unit in each fight.
    pub units: Py<Table>,
    /// A row for each event.
    pub events: Py<Table>,
    /// The failed fights: number and log.
    pub failed: Vec<(u64, String)>,
}

fn plan(
    scenario: &str,
    ruleset: &str,
    generals: (String, String),
    run: (u64, u64, bool, Option<(u64, u64)>),
    options: Option<Options>,
    tables: Option<String>,
) -> Result<(&'static dyn game::Ruleset, Plan), Trouble> {
    let ruleset = book::ruleset(ruleset)?;
    let (battles, seed, mirror, shard) = run;
    if battles == 0 || battles > 100_000_000 {
        return Err(Trouble::bad("battles", "from 1 to 100000000"));
    }
    let shard = shard.map(|(number, of)| Shard { number, of });
    if shard.is_some_and(|shard| !(1..=shard.of).contains(&shard.number)) {
        return Err(Trouble::bad("shard", "(k, n), k from 1 to n"));
    }
    let plan = Plan {
        scenario: scenario_file(scenario)?,
        tables,
        options: checked(ruleset, options)?,
        generals: [generals.0, generals.1],
        mirror,
        battles,
        seed,
        most_answers: None,
        shard,
    };
    Ok((ruleset, plan))
}

/// Fights battles on this many threads. The rows are those of `grognard simulate`.
#[pyfunction]
#[pyo3(signature = (scenario, ruleset, generals, run, threads, house))]
pub fn simulate(
    py: Python<'_>,
    scenario: &str,
    ruleset: &str,
    generals: (String, String),
    run: (u64, u64, bool, Option<(u64, u64)>),
    threads: usize,
    house: (Option<Options>, Option<String>),
) -> PyResult<Run> {
    let (options, tables) = house;
    let (battles, units, events, failed) = py.detach(|| -> Result<_, Trouble> {
        let (ruleset, plan) = plan(scenario, ruleset, generals, run, options, tables)?;
        let stop = AtomicBool::new(false);
        let (mut battles, mut units, mut events) =
            (Vec::<BattleRow>::new(), Vec::<UnitRow>::new(), Vec::<EventRow>::new());
        let mut failed = Vec::new();
        let mut raised = None;
        trials::fight(&plan, ruleset, threads.max(1), &stop, |fought| {
            // Ctrl-C is checked between two fights.
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                raised = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
            failed.extend(fought.failed.map(|unfinished| (fought.battle.battle, unfinished.log)));
            battles.push(fought.battle);
            units.extend(fought.units);
            events.extend(fought.events);
            Ok::<(), TrialError>(())
        })?;
        if let Some(error) = raised {
            return Err(Trouble::Raised(error));
        }
        Ok((Table::of(&battles)?, Table::of(&units)?, Table::of(&events)?, failed))
    })?;
    Ok(Run { battles: Py::new(py, battles)?, units: Py::new(py, units)?, events: Py::new(py, events)?, failed })
}

/// The scenario and the options of each value of a sweep (`what:ID.key=value,value`), as `grognard simulate --vary` has them.
#[pyfunction]
pub fn varied(
    py: Python<'_>,
    scenario: &str,
    ruleset: &str,
    vary: &str,
    options: Option<Options>,
) -> PyResult<Vec<(String, String, Options)>> {
    let told = py.detach(|| -> Result<_, Trouble> {
        let pair = (staff::ABLEST.to_owned(), staff::ABLEST.to_owned());
        let (ruleset, plan) = plan(scenario, ruleset, pair, (1, 1, false, None), options, None)?;
        let cases = Sweep::parse(vary)?.cases(&plan, ruleset)?;
        let each = cases.into_iter().map(|case| {
            let options = case.plan.options.iter().map(|(name, value)| (name.to_string(), *value)).collect();
            (case.value, case.plan.scenario, options)
        });
        Ok(each.collect())
    })?;
    Ok(told)
}

/// The identity of a run, as in `run.json`.
#[pyfunction]
pub fn identity(
    scenario: &str,
    ruleset: &str,
    generals: (String, String),
    run: (u64, u64, bool, Option<(u64, u64)>),
    options: Option<Options>,
    tables: Option<String>,
) -> PyResult<String> {
    let (ruleset, plan) = plan(scenario, ruleset, generals, run, options, tables)?;
    let written = serde_json::to_string(&plan.identity(ruleset)).map_err(|error| Trouble::json("identity", &error));
    Ok(written?)
}
