//! Tables: columns of equal length, by name.

/// A column. Texts are one string with the end of each.
#[derive(Debug, Clone, PartialEq)]
pub enum Column {
    /// Small numbers.
    U8(Vec<u8>),
    /// Numbers of rows.
    U32(Vec<u32>),
    /// Points and equities.
    I32(Vec<i32>),
    /// Sums.
    I64(Vec<i64>),
    /// Shares and means.
    F64(Vec<f64>),
    /// Yes or no.
    Bool(Vec<bool>),
    /// Bytes, so many for each row.
    Bytes(usize, Vec<u8>),
    /// Texts.
    Text(Vec<i64>, String),
    /// So many empty texts.
    NoText(usize),
}

impl Column {
    /// An empty column of the same kind.
    fn emptied(&self) -> Self {
        match self {
            Self::U8(_) => Self::U8(Vec::new()),
            Self::U32(_) => Self::U32(Vec::new()),
            Self::I32(_) => Self::I32(Vec::new()),
            Self::I64(_) => Self::I64(Vec::new()),
            Self::F64(_) => Self::F64(Vec::new()),
            Self::Bool(_) => Self::Bool(Vec::new()),
            Self::Bytes(width, _) => Self::Bytes(*width, Vec::new()),
            Self::Text(..) => Self::Text(Vec::new(), String::new()),
            Self::NoText(_) => Self::NoText(0),
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::U8(rows) => rows.len(),
            Self::U32(rows) => rows.len(),
            Self::I32(rows) => rows.len(),
            Self::I64(rows) => rows.len(),
            Self::F64(rows) => rows.len(),
            Self::Bool(rows) => rows.len(),
            Self::Bytes(width, bytes) => bytes.len() / width,
            Self::Text(ends, _) => ends.len(),
            Self::NoText(count) => *count,
        }
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the rows of a column of the same kind.
    fn append(&mut self, other: &Self) {
        match (self, other) {
            (Self::U8(rows), Self::U8(more)) => rows.extend_from_slice(more),
            (Self::U32(rows), Self::U32(more)) => rows.extend_from_slice(more),
            (Self::I32(rows), Self::I32(more)) => rows.extend_from_slice(more),
            (Self::I64(rows), Self::I64(more)) => rows.extend_from_slice(more),
            (Self::F64(rows), Self::F64(more)) => rows.extend_from_slice(more),
            (Self::Bool(rows), Self::Bool(more)) => rows.extend_from_slice(more),
            (Self::Bytes(width, rows), Self::Bytes(other, more)) if width == other => rows.extend_from_slice(more),
            (Self::Text(ends, text), Self::Text(more_ends, more)) => {
                ends.extend(more_ends.iter().map(|end| end + text.len() as i64));
                text.push_str(more);
            }
            (Self::NoText(count), Self::NoText(more)) => *count += more,
            (column, other) => unreachable!("columns of two kinds: {column:?} and {other:?}"),
        }
    }
}

/// A value to push into a column.
#[derive(Debug, Clone, Copy)]
pub enum Value<'v> {
    U8(u8),
    U32(u32),
    I32(i32),
    I64(i64),
    F64(f64),
    Bool(bool),
    Text(&'v str),
}

/// Columns of equal length, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    columns: Vec<(&'static str, Column)>,
}

impl Table {
    /// An empty table with these columns.
    #[must_use]
    pub fn new(columns: Vec<(&'static str, Column)>) -> Self {
        Self { columns }
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &[(&'static str, Column)] {
        &self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Pushes values into the columns from number `first` on.
    pub(crate) fn push(&mut self, first: usize, values: &[Value<'_>]) {
        for ((_, column), value) in self.columns[first..].iter_mut().zip(values) {
            match (column, value) {
                (Column::U8(rows), Value::U8(value)) => rows.push(*value),
                (Column::U32(rows), Value::U32(value)) => rows.push(*value),
                (Column::I32(rows), Value::I32(value)) => rows.push(*value),
                (Column::I64(rows), Value::I64(value)) => rows.push(*value),
                (Column::F64(rows), Value::F64(value)) => rows.push(*value),
                (Column::Bool(rows), Value::Bool(value)) => rows.push(*value),
                (Column::Text(ends, text), Value::Text(value)) => {
                    text.push_str(value);
                    ends.push(text.len() as i64);
                }
                (column, value) => unreachable!("{value:?} in a column {column:?}"),
            }
        }
    }

    /// Checks that another table has the same columns.
    ///
    /// # Errors
    /// The name of the first column that differs.
    pub fn check_same(&self, other: &Self) -> Result<(), String> {
        let is_alike = |(name, column): &(&str, Column), (other_name, other): &(&str, Column)| {
            name == other_name && column.emptied() == other.emptied()
        };
        let differing = self.columns.iter().zip(&other.columns).find(|(own, other)| !is_alike(own, other));
        match differing {
            Some(((name, _), _)) => Err((*name).to_owned()),
            None if self.columns.len() != other.columns.len() => {
                Err(format!("{} columns, not {}", self.columns.len(), other.columns.len()))
            }
            None => Ok(()),
        }
    }

    /// Appends the rows of a table of the same columns.
    ///
    /// # Errors
    /// The name of the first column that differs.
    pub fn append(&mut self, other: &Self) -> Result<(), String> {
        if self.columns.is_empty() {
            self.columns.clone_from(&other.columns);
            return Ok(());
        }
        self.check_same(other)?;
        for ((_, column), (_, more)) in self.columns.iter_mut().zip(&other.columns) {
            column.append(more);
        }
        Ok(())
    }

    pub(crate) fn columns_mut(&mut self) -> &mut [(&'static str, Column)] {
        &mut self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(number: u32, text: &str) -> Table {
        let columns = vec![("position", Column::U32(vec![])), ("written", Column::Text(vec![], String::new()))];
        let mut table = Table::new(columns);
        table.push(0, &[Value::U32(number), Value::Text(text)]);
        table
    }

    #[test]
    fn tables_are_appended_row_by_row() {
        let mut all = Table::default();
        for (number, text) in [(0, "KOT"), (1, ""), (2, "żaba")] {
            all.append(&table(number, text)).expect("the columns are the same");
        }
        assert_eq!(all.columns()[0].1, Column::U32(vec![0, 1, 2]));
        assert_eq!(all.columns()[1].1, Column::Text(vec![3, 3, 8], "KOTżaba".to_owned()));
    }

    #[test]
    fn other_columns_are_refused() {
        let other = Table::new(vec![("position", Column::I32(vec![]))]);
        assert_eq!(table(0, "").append(&other), Err("position".to_owned()));
    }
}
