//! A part of a table.

use std::borrow::Cow;
use std::sync::Arc;

use mostek_batch::{Column, Table as InnerTable};

/// The columns of row numbers.
const ROW_NUMBERS: [&str; 2] = ["position", "game"];

/// A part of a table. Parts are joined only where columns leave the kernel.
#[derive(Clone)]
pub struct Part {
    pub lines: Arc<InnerTable>,
    /// The number of the first row of the piece that it answers.
    pub first: u32,
}

impl Part {
    /// The columns by name, with the row numbers of the whole batch.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, Cow<'_, Column>)> {
        self.lines.columns().iter().map(|(name, column)| (*name, self.numbered(name, column)))
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<Cow<'_, Column>> {
        let found = self.lines.columns().iter().find(|(found, _)| *found == name);
        found.map(|(_, column)| self.numbered(name, column))
    }

    fn numbered<'c>(&self, name: &str, column: &'c Column) -> Cow<'c, Column> {
        match column {
            Column::U32(rows) if self.first > 0 && ROW_NUMBERS.contains(&name) => {
                Cow::Owned(Column::U32(rows.iter().map(|row| row.saturating_add(self.first)).collect()))
            }
            _ => Cow::Borrowed(column),
        }
    }
}
