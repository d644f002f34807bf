//! `Table`: answers in columns.

use std::borrow::Cow;
use std::sync::Arc;

use mostek_batch::{Column, Table as InnerTable};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator};

use crate::arrow;
use crate::part::Part;

/// The kind of a column, its bytes, and for texts the end of each.
type ColumnTuple<'py> = (&'static str, Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>);

/// Parts of the same columns, one after the other; at least one.
#[pyclass(frozen, module = "mostek._kernel")]
pub struct Table(Vec<Part>);

impl Table {
    /// The tables of an answer, of which there is at least one.
    pub fn of(tables: Vec<InnerTable>) -> Self {
        Self(tables.into_iter().map(|lines| Part { lines: Arc::new(lines), first: 0 }).collect())
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.0.iter().map(|part| part.lines.len()).sum()
    }

    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.0[0].columns().map(|(name, _)| name).collect()
    }

    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<ColumnTuple<'py>> {
        let parts: Vec<Cow<'_, Column>> = self.0.iter().filter_map(|part| part.column(name)).collect();
        let Some(first) = parts.first() else {
            return Err(PyValueError::new_err(format!("there is no column {name:?}")));
        };
        let bytes = PyBytes::new_with(py, parts.iter().map(|part| size(part)).sum(), |mut left| {
            for part in &parts {
                let (own, rest) = std::mem::take(&mut left).split_at_mut(size(part));
                write(part, own);
                left = rest;
            }
            Ok(())
        })?;
        let ends = if let Column::Text(..) | Column::NoText(_) = **first { Some(ends(py, &parts)?) } else { None };
        Ok((kind(first), bytes, ends))
    }

    #[staticmethod]
    fn joined(parts: Vec<(PyRef<'_, Self>, u32)>) -> PyResult<Self> {
        let shifted = |(table, first): &(PyRef<'_, Self>, u32)| {
            let part = |part: &Part| Part { first: part.first.saturating_add(*first), ..part.clone() };
            table.0.iter().map(part).collect::<Vec<_>>()
        };
        let all: Vec<Part> = parts.iter().flat_map(shifted).collect();
        let [first, others @ ..] = &all[..] else { return Err(PyValueError::new_err("there is no table")) };
        for other in others {
            let differs = |name| PyValueError::new_err(format!("the column {name} differs"));
            first.lines.check_same(&other.lines).map_err(differs)?;
        }
        Ok(Self(all))
    }

    /// The capsule of a stream of these columns, whose tables an iterator gives as they are asked for.
    fn stream_of<'py>(&self, py: Python<'py>, pieces: Bound<'py, PyIterator>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::stream_of_pieces(py, &self.0[0], pieces)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema(py, &self.0[0])
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The protocol lets a producer ignore what the consumer would like best.
        drop(requested_schema);
        arrow::arrays(py, &self.whole()?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        arrow::stream(py, self.0.clone())
    }
}

impl Table {
    /// The parts, one after the other.
    pub fn parts(&self) -> Vec<Part> {
        self.0.clone()
    }

    /// All parts as one, for which an array of Arrow has no other form.
    fn whole(&self) -> PyResult<Part> {
        if let [part] = &self.0[..] {
            return Ok(part.clone());
        }
        let mut all = InnerTable::default();
        for part in &self.0 {
            let lines = InnerTable::new(part.columns().map(|(name, column)| (name, column.into_owned())).collect());
            all.append(&lines).map_err(PyValueError::new_err)?;
        }
        Ok(Part { lines: Arc::new(all), first: 0 })
    }
}

/// The kind of a column, in the words of NumPy where it has one.
fn kind(column: &Column) -> &'static str {
    match column {
        Column::U8(_) => "<u1",
        Column::U32(_) => "<u4",
        Column::I32(_) => "<i4",
        Column::I64(_) => "<i8",
        Column::F64(_) => "<f8",
        Column::Bool(_) => "?",
        Column::Bytes(..) => "bytes",
        Column::Text(..) | Column::NoText(_) => "text",
    }
}

/// The bytes that [`write`] writes.
fn size(column: &Column) -> usize {
    match column {
        Column::U8(rows) => rows.len(),
        Column::U32(rows) => size_of_val(&rows[..]),
        Column::I32(rows) => size_of_val(&rows[..]),
        Column::I64(rows) => size_of_val(&rows[..]),
        Column::F64(rows) => size_of_val(&rows[..]),
        Column::Bool(rows) => rows.len(),
        Column::Bytes(_, bytes) => bytes.len(),
        Column::Text(_, text) => text.len(),
        Column::NoText(_) => 0,
    }
}

/// Writes the rows as NumPy reads them; the texts of a column without their ends.
fn write(column: &Column, out: &mut [u8]) {
    match column {
        Column::U8(rows) => out.copy_from_slice(rows),
        Column::U32(rows) => fill(out, rows, |row| row.to_le_bytes()),
        Column::I32(rows) => fill(out, rows, |row| row.to_le_bytes()),
        Column::I64(rows) => fill(out, rows, |row| row.to_le_bytes()),
        Column::F64(rows) => fill(out, rows, |row| row.to_le_bytes()),
        Column::Bool(rows) => fill(out, rows, |row| [u8::from(row)]),
        Column::Bytes(_, bytes) => out.copy_from_slice(bytes),
        Column::Text(_, text) => out.copy_from_slice(text.as_bytes()),
        Column::NoText(_) => {}
    }
}

fn fill<T: Copy, const N: usize>(out: &mut [u8], rows: &[T], bytes: impl Fn(T) -> [u8; N]) {
    out.as_chunks_mut().0.iter_mut().zip(rows).for_each(|(place, row)| *place = bytes(*row));
}

/// The end of each text in all parts.
fn ends<'py>(py: Python<'py>, parts: &[Cow<'_, Column>]) -> PyResult<Bound<'py, PyBytes>> {
    let (mut all, mut before) = (Vec::with_capacity(parts.iter().map(|part| part.len()).sum()), 0);
    for part in parts {
        match &**part {
            Column::Text(ends, text) => {
                all.extend(ends.iter().map(|end| before + end));
                before += text.len() as i64;
            }
            column => all.extend(std::iter::repeat_n(before, column.len())),
        }
    }
    PyBytes::new_with(py, size_of_val(&all[..]), |out| {
        fill(out, &all, |end| end.to_le_bytes());
        Ok(())
    })
}
