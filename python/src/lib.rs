//! The module `grognard._native`. Situations, offers, answers and events travel as JSON text, which both sides read
//! with limits of their own; `grognard/__init__.py` makes Python values of it. The interpreter is released while rules
//! run.

mod acts;
mod battle;
mod book;
mod general;
mod rows;
mod trouble;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<battle::Battle>()?;
    module.add_class::<general::General>()?;
    module.add_class::<acts::Offers>()?;
    module.add_class::<rows::Table>()?;
    module.add_class::<rows::Run>()?;
    module.add_function(wrap_pyfunction!(book::rulesets, module)?)?;
    module.add_function(wrap_pyfunction!(book::tables, module)?)?;
    module.add_function(wrap_pyfunction!(book::catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(book::tests, module)?)?;
    module.add_function(wrap_pyfunction!(book::schema, module)?)?;
    module.add_function(wrap_pyfunction!(book::example, module)?)?;
    module.add_function(wrap_pyfunction!(book::resolve, module)?)?;
    module.add_function(wrap_pyfunction!(book::scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(book::scenario, module)?)?;
    module.add_function(wrap_pyfunction!(book::scenario_text, module)?)?;
    module.add_function(wrap_pyfunction!(book::armies_known, module)?)?;
    module.add_function(wrap_pyfunction!(book::army, module)?)?;
    module.add_function(wrap_pyfunction!(general::generals, module)?)?;
    module.add_function(wrap_pyfunction!(general::luck, module)?)?;
    module.add_function(wrap_pyfunction!(battle::verify, module)?)?;
    module.add_function(wrap_pyfunction!(rows::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(rows::varied, module)?)?;
    module.add_function(wrap_pyfunction!(rows::identity, module)?)?;
    Ok(())
}
