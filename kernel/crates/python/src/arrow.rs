//! Arrow's C data interface: columns of other programs in, tables out, without a copy through Python.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt8Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, FixedSizeBinaryArray, Float64Array, Int32Array, Int64Array,
    LargeStringArray, RecordBatch, RecordBatchIterator, StructArray, UInt8Array, UInt32Array, make_array,
};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use mostek_batch::Column;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator, PyTuple};

use crate::part::Part;
use crate::table::Table;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";
/// The column of texts in a table.
const TEXTS: &str = "cgp";

fn raised(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The chunks of a column of texts, or of a table with such a column or with boards and racks.
#[pyclass(module = "mostek._kernel")]
pub struct ArrowChunks {
    /// The chunks to come; a stream of another program is read chunk by chunk.
    chunks: Box<dyn Iterator<Item = Result<ArrayRef, ArrowError>> + Send + Sync>,
}

/// A stream of another program, which is read with the interpreter's lock held.
struct Chunks(std::sync::Mutex<ArrayStreamReader>);

impl Iterator for Chunks {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    }
}

#[pymethods]
impl ArrowChunks {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if source.hasattr("__arrow_c_stream__")? {
            let reader = stream_of(&source.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?)?;
            return Ok(Self { chunks: Box::new(Chunks(std::sync::Mutex::new(reader))) });
        }
        let pair = source.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let (schema, array) = pair.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
        Ok(Self { chunks: Box::new(std::iter::once(Ok(array_of(&schema, &array)?))) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> PyResult<Option<ArrowChunk>> {
        let Some(chunk) = self.chunks.next() else { return Ok(None) };
        // What another program says of its buffers is checked before anything is read by it.
        let chunk = chunk.map_err(raised)?;
        chunk.to_data().validate_full().map_err(raised)?;
        ArrowChunk::of(&chunk).map(Some)
    }
}

#[allow(unsafe_code)]
fn stream_of(capsule: &Bound<'_, PyCapsule>) -> PyResult<ArrayStreamReader> {
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // Safety: a capsule of this name holds such a stream; taking it leaves an empty one behind.
    unsafe { ArrayStreamReader::from_raw(pointer.as_ptr()) }.map_err(raised)
}

#[allow(unsafe_code)]
fn array_of(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<ArrayRef> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // Safety: capsules of these names hold a schema and an array, which are valid together.
    let data: ArrayData =
        unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) }.map_err(raised)?;
    Ok(make_array(data))
}

/// A chunk of rows.
#[pyclass(frozen, module = "mostek._kernel")]
#[derive(Clone)]
pub struct ArrowChunk(Rows);

#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one chunk at a time")]
enum Rows {
    Texts(ArrayRef),
    Columns {
        boards: FixedSizeBinaryArray,
        racks: FixedSizeBinaryArray,
        leads: Option<Int32Array>,
        passes: Option<UInt8Array>,
    },
}

/// Boards, racks, leads and passes as columns of bytes and numbers.
pub struct Columns {
    pub boards: Vec<u8>,
    pub racks: Vec<u8>,
    pub leads: Vec<i32>,
    pub passes: Vec<u8>,
}

#[pymethods]
impl ArrowChunk {
    fn __len__(&self) -> usize {
        match &self.0 {
            Rows::Texts(texts) => texts.len(),
            Rows::Columns { boards, .. } => boards.len(),
        }
    }

    /// The rows from `start` on, `count` at most.
    fn part(&self, start: usize, count: usize) -> Self {
        let start = start.min(self.__len__());
        let count = count.min(self.__len__() - start);
        Self(match &self.0 {
            Rows::Texts(texts) => Rows::Texts(texts.slice(start, count)),
            Rows::Columns { boards, racks, leads, passes } => Rows::Columns {
                boards: boards.slice(start, count),
                racks: racks.slice(start, count),
                leads: leads.as_ref().map(|leads| leads.slice(start, count)),
                passes: passes.as_ref().map(|passes| passes.slice(start, count)),
            },
        })
    }

    /// Whether the rows are texts.
    #[getter]
    pub fn is_text(&self) -> bool {
        matches!(self.0, Rows::Texts(_))
    }

    /// The text of the first row, if the rows are texts.
    #[getter]
    fn first(&self) -> Option<String> {
        self.texts()?.into_iter().flatten().next().map(str::to_owned)
    }
}

impl ArrowChunk {
    fn of(chunk: &ArrayRef) -> PyResult<Self> {
        let Some(table) = chunk.as_struct_opt() else {
            return if is_text(chunk.data_type()) {
                Ok(Self(Rows::Texts(Arc::clone(chunk))))
            } else {
                Err(raised(format!("a column of texts is needed, not of {}", chunk.data_type())))
            };
        };
        if let Some(texts) = table.column_by_name(TEXTS) {
            return Self::of(texts);
        }
        let (Some(boards), Some(racks)) = (table.column_by_name("board"), table.column_by_name("rack")) else {
            return Err(raised("a table needs a column cgp of texts, or the columns board and rack"));
        };
        let bytes = |name: &str, column: &ArrayRef| {
            let wrong =
                || raised(format!("the column {name} is of {}, not of bytes of one length", column.data_type()));
            let bytes = column.as_fixed_size_binary_opt().ok_or_else(wrong)?;
            let full = || raised(format!("the column {name} lacks the value of row {}", first_null(column)));
            if bytes.null_count() > 0 { Err(full()) } else { Ok(bytes.clone()) }
        };
        let number = |name: &str, wanted: DataType| match table.column_by_name(name) {
            Some(column) if *column.data_type() != wanted => {
                Err(raised(format!("the column {name} is of {}, not of {wanted}", column.data_type())))
            }
            Some(column) if column.null_count() > 0 => {
                Err(raised(format!("the column {name} lacks the value of row {}", first_null(column))))
            }
            column => Ok(column.cloned()),
        };
        Ok(Self(Rows::Columns {
            boards: bytes("board", boards)?,
            racks: bytes("rack", racks)?,
            leads: number("lead", DataType::Int32)?.map(|column| column.as_primitive::<Int32Type>().clone()),
            passes: number("passes", DataType::UInt8)?.map(|column| column.as_primitive::<UInt8Type>().clone()),
        }))
    }

    /// The texts of the rows, none for a null.
    pub fn texts(&self) -> Option<Vec<Option<&str>>> {
        let Rows::Texts(texts) = &self.0 else { return None };
        Some(strings(texts))
    }

    /// The columns of the rows; none if they are texts.
    pub fn columns(&self) -> Option<Columns> {
        let Rows::Columns { boards, racks, leads, passes } = &self.0 else { return None };
        let bytes = |column: &FixedSizeBinaryArray| column.iter().flatten().flatten().copied().collect();
        Some(Columns {
            boards: bytes(boards),
            racks: bytes(racks),
            leads: leads.as_ref().map(|leads| leads.values().to_vec()).unwrap_or_default(),
            passes: passes.as_ref().map(|passes| passes.values().to_vec()).unwrap_or_default(),
        })
    }
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        DataType::RunEndEncoded(_, values) => is_text(values.data_type()),
        _ => false,
    }
}

/// The texts of a column; a text that a dictionary or a run holds once is not copied for its rows.
fn strings(texts: &dyn Array) -> Vec<Option<&str>> {
    match texts.data_type() {
        DataType::Utf8 => texts.as_string::<i32>().iter().collect(),
        DataType::LargeUtf8 => texts.as_string::<i64>().iter().collect(),
        DataType::Dictionary(..) => {
            let dictionary = texts.as_any_dictionary();
            let values = strings(dictionary.values());
            if values.is_empty() {
                return vec![None; texts.len()];
            }
            let text = |(row, key): (usize, usize)| if dictionary.keys().is_null(row) { None } else { values[key] };
            dictionary.normalized_keys().into_iter().enumerate().map(text).collect()
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => strings_of_runs::<Int16Type>(texts),
            DataType::Int32 => strings_of_runs::<Int32Type>(texts),
            _ => strings_of_runs::<Int64Type>(texts),
        },
        _ => texts.as_string_view().iter().collect(),
    }
}

fn strings_of_runs<Ends: RunEndIndexType>(texts: &dyn Array) -> Vec<Option<&str>> {
    let runs = texts.as_run::<Ends>();
    let values = strings(runs.values());
    (0..runs.len()).map(|row| values[runs.get_physical_index(row)]).collect()
}

fn first_null(column: &ArrayRef) -> usize {
    (0..column.len()).find(|row| column.is_null(*row)).unwrap_or_default()
}

/// A part of a table as a record batch.
fn record_batch(part: &Part) -> Result<RecordBatch, ArrowError> {
    let columns = part.columns().map(|(name, column)| {
        let column = array(column.into_owned())?;
        Ok((Arc::new(Field::new(name, column.data_type().clone(), false)), column))
    });
    let (fields, columns): (Vec<_>, Vec<_>) = columns.collect::<Result<Vec<_>, ArrowError>>()?.into_iter().unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn array(column: Column) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Column::U8(rows) => Arc::new(UInt8Array::from(rows)),
        Column::U32(rows) => Arc::new(UInt32Array::from(rows)),
        Column::I32(rows) => Arc::new(Int32Array::from(rows)),
        Column::I64(rows) => Arc::new(Int64Array::from(rows)),
        Column::F64(rows) => Arc::new(Float64Array::from(rows)),
        Column::Bool(rows) => Arc::new(BooleanArray::from(rows)),
        Column::Bytes(width, bytes) => Arc::new(FixedSizeBinaryArray::try_new(width as i32, bytes.into(), None)?),
        Column::NoText(count) => Arc::new(LargeStringArray::from(vec![""; count])),
        Column::Text(ends, text) => {
            let offsets: Vec<i64> = std::iter::once(0).chain(ends).collect();
            let offsets = arrow_buffer::OffsetBuffer::new(offsets.into());
            Arc::new(LargeStringArray::try_new(offsets, text.into_bytes().into(), None)?)
        }
    })
}

/// The capsule of the schema of a table.
pub fn schema<'py>(py: Python<'py>, part: &Part) -> PyResult<Bound<'py, PyCapsule>> {
    schema_capsule(py, &record_batch(part).map_err(raised)?.schema())
}

fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(schema).map_err(raised)?, SCHEMA)
}

/// The capsule of a stream of these batches, each of which is made when the consumer asks for it.
fn stream_capsule<'py>(
    py: Python<'py>,
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
    schema: SchemaRef,
) -> PyResult<Bound<'py, PyCapsule>> {
    let reader = RecordBatchIterator::new(batches, schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
}

/// The capsules of the schema and the rows of a table.
pub fn arrays<'py>(py: Python<'py>, part: &Part) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let rows = StructArray::from(record_batch(part).map_err(raised)?);
    let (array, schema) = to_ffi(&rows.to_data()).map_err(raised)?;
    Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, PyCapsule::new_with_value(py, array, ARRAY)?))
}

/// The capsule of a stream with a record batch for each part; there is at least one.
pub fn stream<'py>(py: Python<'py>, parts: Vec<Part>) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = record_batch(&parts[0]).map_err(raised)?.schema();
    stream_capsule(py, parts.into_iter().map(|part| record_batch(&part)), schema)
}

/// The capsule of a stream over an iterator of Python that gives tables; one is made when the consumer asks for it.
pub fn stream_of_pieces<'py>(
    py: Python<'py>,
    schema: &Part,
    pieces: Bound<'py, PyIterator>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = record_batch(schema).map_err(raised)?.schema();
    stream_capsule(py, Pieces { pieces: pieces.unbind(), parts: Vec::new() }, schema)
}

struct Pieces {
    pieces: Py<PyIterator>,
    /// The parts of the last table that are still to come, in the reverse order.
    parts: Vec<Part>,
}

impl Iterator for Pieces {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.parts.is_empty() {
            let next = Python::attach(|py| {
                let table = self.pieces.bind(py).clone().next()?;
                Some(table.and_then(|table| Ok(table.cast::<Table>()?.get().parts())))
            });
            match next? {
                Ok(parts) => self.parts = parts.into_iter().rev().collect(),
                Err(error) => return Some(Err(ArrowError::ExternalError(Box::new(error)))),
            }
        }
        self.parts.pop().map(|part| record_batch(&part))
    }
}

/// A table of values of Python, for other programs.
#[pyclass(frozen, module = "mostek._kernel")]
pub struct ValueTable(RecordBatch);

#[pymethods]
impl ValueTable {
    /// Columns by name, with the kind of their values: `int`, `float`, `bool`, `text`, or `date` in days from 1970 on.
    #[new]
    fn new(columns: Vec<(String, String, Bound<'_, PyAny>)>) -> PyResult<Self> {
        let column = |(name, kind, values): (String, String, Bound<'_, PyAny>)| {
            let values: ArrayRef = match kind.as_str() {
                "int" => Arc::new(Int64Array::from(values.extract::<Vec<Option<i64>>>()?)),
                "float" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
                "bool" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
                "text" => Arc::new(LargeStringArray::from(values.extract::<Vec<Option<String>>>()?)),
                "date" => Arc::new(Date32Array::from(values.extract::<Vec<Option<i32>>>()?)),
                _ => return Err(raised(format!("the column {name} is of no known kind: {kind}"))),
            };
            Ok((Arc::new(Field::new(name, values.data_type().clone(), true)), values))
        };
        let columns = columns.into_iter().map(column).collect::<PyResult<Vec<_>>>()?;
        let (fields, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map(Self).map_err(raised)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0.schema())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream_capsule(py, [Ok(self.0.clone())].into_iter(), self.0.schema())
    }
}
