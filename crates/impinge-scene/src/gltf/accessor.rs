//! Accessors: bytes as numbers.
//!
//! Everything about an accessor is checked when it is opened, against the bytes that are there; reading
//! elements cannot fail after that, and nothing is allocated because of a count.
//!
//! The `gltf` crate decodes the numbers. Its own accessor reader computes ends of ranges unchecked, and
//! so panics where nothing (`meshes_without_triangles_make_no_objects`) or too much
//! (`overflowing_stride`) is requested; positions of integers (`quantized_positions`) it takes for f32.

use std::cmp::Ordering;

use gltf::accessor::{DataType as Component, Item};

use super::buffer::Buffers;
use super::document::{self, Document};
use super::element;
use crate::SceneError;
use crate::loading::Loading;

/// Elements that an accessor without dense data may claim for each one that it gives.
const LARGEST_SPARSE_RATIO: usize = 100;

/// Encoding of a number by its code in the specification.
fn component_of_code(code: u32) -> Option<Component> {
    Some(match code {
        5120 => Component::I8,
        5121 => Component::U8,
        5122 => Component::I16,
        5123 => Component::U16,
        5125 => Component::U32,
        5126 => Component::F32,
        _ => return None,
    })
}

/// The number at the beginning of `bytes`.
fn read(component: Component, bytes: &[u8]) -> f64 {
    match component {
        Component::I8 => i8::from_slice(bytes).into(),
        Component::U8 => u8::from_slice(bytes).into(),
        Component::I16 => i16::from_slice(bytes).into(),
        Component::U16 => u16::from_slice(bytes).into(),
        Component::U32 => u32::from_slice(bytes).into(),
        Component::F32 => f32::from_slice(bytes).into(),
    }
}

/// An integer as a part of the largest of its kind (specification, section 3.6.2.2).
fn normalize(component: Component, value: f64) -> f64 {
    match component {
        Component::I8 => (value / 127.0).max(-1.0),
        Component::U8 => value / 255.0,
        Component::I16 => (value / 32767.0).max(-1.0),
        Component::U16 => value / 65535.0,
        Component::U32 | Component::F32 => value,
    }
}

/// The use of an accessor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Vector3,
    Quaternion,
    Indices,
    /// Times of an animation, in seconds.
    Times,
    /// By how much a morph target moves each vertex.
    Displacements,
    /// Four joints of each vertex,
    Joints,
    /// and how much each of them counts.
    Weights,
    Matrices,
}

impl Purpose {
    /// For messages: what it is, and how it is written.
    fn wanted(self) -> &'static str {
        match self {
            Purpose::Vector3 => "vectors (VEC3, float or of 8 or 16 bits)",
            Purpose::Quaternion => "rotations (VEC4, float or of 8 or 16 bits)",
            Purpose::Indices => "indices (SCALAR, unsigned)",
            Purpose::Times => "times (SCALAR, float)",
            Purpose::Displacements => "displacements (VEC3, float or of 8 or 16 bits)",
            Purpose::Joints => "joints (VEC4, unsigned, of 8 or 16 bits)",
            Purpose::Weights => "weights (VEC4, float, or unsigned of 8 or 16 bits)",
            Purpose::Matrices => "matrices (MAT4, float)",
        }
    }

    fn element_type(self) -> &'static str {
        match self {
            Purpose::Vector3 | Purpose::Displacements => "VEC3",
            Purpose::Quaternion | Purpose::Joints | Purpose::Weights => "VEC4",
            Purpose::Matrices => "MAT4",
            Purpose::Indices | Purpose::Times => "SCALAR",
        }
    }

    fn dimension(self) -> usize {
        match self {
            Purpose::Vector3 | Purpose::Displacements => 3,
            Purpose::Quaternion | Purpose::Joints | Purpose::Weights => 4,
            Purpose::Matrices => 16,
            Purpose::Indices | Purpose::Times => 1,
        }
    }
}

/// A list of elements, ready to be read.
pub(super) struct Accessor<'a> {
    pub count: usize,
    component: Component,
    normalized: bool,
    /// None where all elements are zero, unless replaced.
    dense: Option<Strided<'a>>,
    sparse: Option<Replacements<'a>>,
}

/// Elements at equal distances; the last one ends within `bytes`.
struct Strided<'a> {
    bytes: &'a [u8],
    stride: usize,
}

/// Elements that replace others.
struct Replacements<'a> {
    /// Which ones, in increasing order. As they are in the file: copies would take memory for each accessor
    /// that is open.
    indices: &'a [u8],
    component: Component,
    count: usize,
    /// By what, without gaps.
    values: &'a [u8],
}

impl Replacements<'_> {
    fn index(&self, rank: usize) -> usize {
        read(self.component, &self.indices[rank * self.component.size()..]) as usize
    }

    /// The index of the replacement of an element.
    fn rank(&self, element: usize) -> Option<usize> {
        let (mut from, mut to) = (0, self.count);
        while from < to {
            let middle = from + (to - from) / 2;
            match self.index(middle).cmp(&element) {
                Ordering::Less => from = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => to = middle,
            }
        }
        None
    }
}

impl<'a> Accessor<'a> {
    /// None if there is nothing behind it: its elements are all zero, or in an extension that is not
    /// understood. Its count would be a mere claim, which must decide neither what is allocated nor how long
    /// a loop runs.
    pub fn open(
        index: usize,
        purpose: Purpose,
        document: &Document,
        buffers: &'a Buffers,
        user: &str,
        loading: &Loading,
    ) -> Result<Option<Self>, SceneError> {
        let accessor = element(&document.accessors, "accessor", index, user, loading)?;
        let place = format!("accessor {index}");
        let component = component_of_code(accessor.component_type).filter(|component| match purpose {
            Purpose::Indices => matches!(component, Component::U8 | Component::U16 | Component::U32),
            Purpose::Vector3 | Purpose::Quaternion | Purpose::Displacements => *component != Component::U32,
            Purpose::Joints => matches!(component, Component::U8 | Component::U16),
            Purpose::Weights => matches!(component, Component::U8 | Component::U16 | Component::F32),
            Purpose::Times | Purpose::Matrices => *component == Component::F32,
        });
        let Some(component) = component.filter(|_| accessor.element_type == purpose.element_type()) else {
            let (code, kind) = (accessor.component_type, crate::words::excerpt(&accessor.element_type));
            let wanted = purpose.wanted();
            return Err(loading.malformed(
                place,
                format!("component type {code} and type {kind} do not match {wanted} of {user}"),
            ));
        };
        let element_size = component.size() * purpose.dimension();
        let source = Source { document, buffers, loading, place: &place };

        let dense = match accessor.buffer_view {
            None => None,
            Some(view) => {
                let stride =
                    element(&document.buffer_views, "buffer view", view, &place, loading)?.byte_stride;
                // 0 is what glTF 1.0 wrote for elements without gaps, and some still do.
                let stride = stride.filter(|&stride| stride > 0).unwrap_or(element_size);
                // Elements that overlap would let a small file unfold to a large scene.
                if stride < element_size {
                    let problem =
                        format!("stride {stride} is less than the {element_size} bytes of an element");
                    return Err(loading.malformed(place, problem));
                }
                let bytes = source.bytes(view, accessor.byte_offset, accessor.count, stride, element_size)?;
                Some(Strided { bytes, stride })
            }
        };
        let sparse = match &accessor.sparse {
            None => None,
            Some(sparse) => Some(source.replacements(sparse, accessor.count, element_size)?),
        };
        match (&dense, &sparse) {
            (None, None) => return Ok(None),
            // A morph target may move a few vertices of many; it is read for those alone that the mesh has.
            (None, Some(_)) if matches!(purpose, Purpose::Displacements) => {}
            // Zeros need no bytes, so this count is a claim too. Real files replace a good part of them.
            (None, Some(sparse)) if accessor.count / LARGEST_SPARSE_RATIO > sparse.count => {
                let (count, given) = (accessor.count, sparse.count);
                return Err(
                    loading.malformed(place, format!("declares {count} elements, but contains only {given}"))
                );
            }
            _ => {}
        }
        Ok(Some(Accessor {
            count: accessor.count,
            component,
            // Numbers of vertices and joints are no fractions, whatever a file says.
            normalized: accessor.normalized && !matches!(purpose, Purpose::Indices | Purpose::Joints),
            dense,
            sparse,
        }))
    }

    /// Element `index`, which must be below `count`, as `N` numbers, which must be the dimension of its
    /// purpose.
    pub fn element<const N: usize>(&self, index: usize) -> [f64; N] {
        let size = self.component.size();
        let replaced = self.sparse.as_ref().and_then(|sparse| {
            let rank = sparse.rank(index)?;
            Some((sparse.values, rank * size * N))
        });
        let Some((bytes, start)) =
            replaced.or(self.dense.as_ref().map(|dense| (dense.bytes, index * dense.stride)))
        else {
            return [0.0; N];
        };
        std::array::from_fn(|axis| {
            let value = read(self.component, &bytes[start + axis * size..]);
            if self.normalized { normalize(self.component, value) } else { value }
        })
    }

    /// Element `index` of an accessor opened for [`Purpose::Indices`].
    pub fn vertex(&self, index: usize) -> usize {
        // Exact: every u32 is an f64.
        self.element::<1>(index)[0] as usize
    }
}

/// Where the bytes of an accessor come from.
struct Source<'a, 'b> {
    document: &'b Document,
    buffers: &'a Buffers<'a>,
    loading: &'b Loading<'b>,
    place: &'b str,
}

impl<'a> Source<'a, '_> {
    /// The bytes of a buffer view from `offset`, if `count` elements fit into them.
    fn bytes(
        &self,
        view: usize,
        offset: usize,
        count: usize,
        stride: usize,
        element_size: usize,
    ) -> Result<&'a [u8], SceneError> {
        let Source { document, buffers, loading, place } = self;
        let description = element(&document.buffer_views, "buffer view", view, place, loading)?;
        let view_place = format!("buffer view {view}");
        let buffer = buffers.bytes(description.buffer, &view_place, loading)?;
        let from = description.byte_offset;
        let view_bytes =
            buffer.get(from..).and_then(|rest| rest.get(..description.byte_length)).ok_or_else(|| {
                let needed = (from as u64).saturating_add(description.byte_length as u64);
                loading.truncated(view_place, needed, buffer.len() as u64)
            })?;
        let needed = match count {
            0 => offset,
            _ => (count - 1).saturating_mul(stride).saturating_add(element_size).saturating_add(offset),
        };
        if needed > view_bytes.len() {
            return Err(loading.truncated(*place, needed as u64, view_bytes.len() as u64));
        }
        Ok(&view_bytes[offset..])
    }

    fn replacements(
        &self,
        sparse: &document::Sparse,
        count: usize,
        element_size: usize,
    ) -> Result<Replacements<'a>, SceneError> {
        let malformed = |problem: &str| self.loading.malformed(self.place, problem);
        let component = component_of_code(sparse.indices.component_type)
            .filter(|component| matches!(component, Component::U8 | Component::U16 | Component::U32))
            .ok_or_else(|| malformed("sparse indices must be unsigned integers"))?;
        let size = component.size();
        let indices = &sparse.indices;
        let bytes = self.bytes(indices.buffer_view, indices.byte_offset, sparse.count, size, size)?;
        let values = &sparse.values;
        let values =
            self.bytes(values.buffer_view, values.byte_offset, sparse.count, element_size, element_size)?;
        let replacements = Replacements { indices: bytes, component, count: sparse.count, values };
        let indices = (0..sparse.count).map(|rank| replacements.index(rank));
        let are_below = sparse.count == 0 || replacements.index(sparse.count - 1) < count;
        if !are_below || !indices.is_sorted_by(|a, b| a < b) {
            return Err(malformed("sparse indices must increase and stay below the count of the accessor"));
        }
        Ok(replacements)
    }
}
