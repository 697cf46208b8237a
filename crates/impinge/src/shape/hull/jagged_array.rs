//! Many short lists of indices, one after the other in memory.

/// Row `i` holds the items between `starts[i]` and `starts[i + 1]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JaggedArray {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Default for JaggedArray {
    fn default() -> Self {
        JaggedArray { starts: vec![0], items: Vec::new() }
    }
}

impl JaggedArray {
    /// Creates empty lists with reserved capacity.
    pub(super) fn with_capacity(rows: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        JaggedArray { starts, items: Vec::with_capacity(items) }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns one row.
    #[inline(always)]
    pub(super) fn row(&self, index: usize) -> &[u32] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Returns the number of items in all rows.
    pub(super) fn items(&self) -> usize {
        self.items.len()
    }

    /// Returns all rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|index| self.row(index))
    }

    /// Adds a row at the end.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.items.extend(row);
        self.starts.push(self.items.len() as u32);
    }

    /// Creates rows from pairs of row and item; items keep their order.
    pub(super) fn from_pairs(rows: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        // The start of a row is at first the place after it in this list; filling the rows moves it to their
        // end.
        let mut starts = vec![0u32; rows + 2];
        for (row, _) in pairs.clone() {
            starts[row as usize + 2] += 1;
        }
        for row in 0..rows {
            starts[row + 2] += starts[row + 1];
        }
        let mut items = vec![0; starts[rows + 1] as usize];
        for (row, item) in pairs {
            let place = &mut starts[row as usize + 1];
            items[*place as usize] = item;
            *place += 1;
        }
        starts.pop();
        JaggedArray { starts, items }
    }

    /// Returns for each item the rows that contain it.
    pub(super) fn inverted(&self, items: usize) -> Self {
        let pairs = (0..self.len()).flat_map(|row| self.row(row).iter().map(move |&item| (item, row as u32)));
        JaggedArray::from_pairs(items, pairs)
    }
}

impl<R: IntoIterator<Item = u32>> FromIterator<R> for JaggedArray {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Self {
        let mut lists = JaggedArray::default();
        for row in rows {
            lists.push(row);
        }
        lists
    }
}
