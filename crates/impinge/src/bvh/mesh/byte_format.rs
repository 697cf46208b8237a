//! Trees as bytes, to be stored beside their mesh.
//!
//! Only the grouping is stored, in numbers of 4 bytes, little-endian: the counts of triangles, nodes and
//! packs, the 8 children of each node, the 4 triangles of each pack. The boxes are recomputed when a tree is
//! read, so damaged bytes can make a tree slow but cause no missed hit. A tree takes 6 to 10 bytes
//! for each triangle on disk.

use std::sync::Arc;

use super::node::{Child, Node};
use super::pack::Pack;
use super::{MeshBvh, PACK, WIDTH};
use crate::math::Vector;
use crate::shape::Mesh;

/// First bytes of a stored tree; the last one is the version of the format.
const START: [u8; 8] = *b"impinge\x01";

/// Reasons why bytes are not a BVH of a mesh.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredBvhError {
    /// The bytes do not start as a stored tree does.
    #[error(
        "these bytes are not a stored tree, or one of another version; build the tree again with `MeshBvh::new`"
    )]
    WrongFormat,
    /// There are more or fewer bytes than the counts require.
    #[error(
        "a tree of these counts takes {expected} bytes, but there are {found}; the file may have been cut"
    )]
    Length {
        /// Number of bytes that the counts require.
        expected: u64,
        /// Number of bytes given.
        found: u64,
    },
    /// The tree belongs to another mesh.
    #[error("the tree is of {tree} triangles, the mesh has {mesh}")]
    OtherMesh {
        /// Number of triangles of the tree.
        tree: u64,
        /// Number of triangles of the mesh.
        mesh: u64,
    },
    /// A node, pack or triangle is missing, is in the tree twice, or contains itself.
    #[error("{what} {number} of the tree is misplaced; the bytes are damaged")]
    Corrupt {
        /// Kind of the element: node, pack or triangle.
        what: &'static str,
        /// Number of the element.
        number: u64,
    },
}

impl<V: Vector> MeshBvh<V> {
    /// Returns the BVH as bytes, without its mesh.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::MeshBvh;
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let bytes = MeshBvh::new(mesh.clone()).to_bytes();
    /// let tree = MeshBvh::from_bytes(mesh.clone(), &bytes)?;
    /// assert_eq!(tree.to_bytes(), bytes);
    /// assert!(MeshBvh::from_bytes(mesh, &bytes[1..]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn to_bytes(&self) -> Vec<u8> {
        V::bvh_mesh_to_bytes(self)
    }

    pub(in crate::bvh) fn to_bytes_inner(&self) -> Vec<u8> {
        let counts = [self.mesh.triangles().len(), self.nodes.len(), self.packs.len()];
        let mut bytes = START.to_vec();
        bytes.extend(counts.iter().flat_map(|count| (*count as u32).to_le_bytes()));
        bytes.extend(
            self.nodes.iter().flat_map(|node| node.children).flat_map(|child| child.to_bits().to_le_bytes()),
        );
        bytes.extend(self.packs.iter().flat_map(|pack| pack.triangles).flat_map(u32::to_le_bytes));
        bytes
    }

    /// Reads the BVH of a mesh from the bytes of [`MeshBvh::to_bytes`].
    ///
    /// An accepted tree misses no triangle, whatever the bytes. It is as fast as the stored one if the
    /// mesh is the same.
    ///
    /// # Errors
    /// If the bytes are not a tree with the mesh's number of triangles.
    #[inline]
    pub fn from_bytes(mesh: impl Into<Arc<Mesh<V>>>, bytes: &[u8]) -> Result<Self, StoredBvhError> {
        V::bvh_mesh_from_bytes(mesh.into(), bytes)
    }

    pub(in crate::bvh) fn from_bytes_inner(mesh: Arc<Mesh<V>>, bytes: &[u8]) -> Result<Self, StoredBvhError> {
        let Some(rest) = bytes.strip_prefix(&START) else { return Err(StoredBvhError::WrongFormat) };
        let (words, odd) = rest.as_chunks::<4>();
        let [triangles, nodes, packs] =
            std::array::from_fn(|i| words.get(i).map_or(0, |word| u32::from_le_bytes(*word)));
        let numbers = 3 + WIDTH as u64 * u64::from(nodes) + PACK as u64 * u64::from(packs);
        if words.len() as u64 != numbers || !odd.is_empty() {
            let (expected, found) = (START.len() as u64 + 4 * numbers, bytes.len() as u64);
            return Err(StoredBvhError::Length { expected, found });
        }
        if triangles as usize != mesh.triangles().len() {
            let (tree, mesh) = (u64::from(triangles), mesh.triangles().len() as u64);
            return Err(StoredBvhError::OtherMesh { tree, mesh });
        }
        let numbers: Vec<u32> = words[3..].iter().map(|word| u32::from_le_bytes(*word)).collect();
        let (children, of_packs) = numbers.split_at(WIDTH * nodes as usize);
        let (children, of_packs) = (children.as_chunks::<WIDTH>().0, of_packs.as_chunks::<PACK>().0);
        check(children, of_packs, triangles)?;
        let mut tree = MeshBvh {
            mesh,
            nodes: children
                .iter()
                .map(|&children| Node { children: children.map(Child::from_bits), ..Node::EMPTY })
                .collect(),
            packs: of_packs.iter().map(|&triangles| Pack { triangles, ..Pack::EMPTY }).collect(),
            origin: V::ZERO,
            reach: 0.0,
        };
        tree.update();
        Ok(tree)
    }
}

/// Checks that every triangle is in one pack, every pack in one node, and every node but the first in an
/// earlier one.
fn check(children: &[[u32; WIDTH]], packs: &[[u32; PACK]], triangles: u32) -> Result<(), StoredBvhError> {
    let corrupt = |what, number: usize| Err(StoredBvhError::Corrupt { what, number: number as u64 });
    // Puts a number into its place, which must be free.
    let place = |seen: &mut [bool], number: usize| {
        let is_free = seen.get(number) == Some(&false);
        if is_free {
            seen[number] = true;
        }
        is_free
    };
    let mut seen_nodes = vec![false; children.len()];
    let mut seen_packs = vec![false; packs.len()];
    let mut seen = vec![false; triangles as usize];
    if let Some(root) = seen_nodes.first_mut() {
        *root = true;
    }
    for (number, &bits) in
        children.iter().enumerate().flat_map(|(number, node)| node.iter().map(move |bits| (number, bits)))
    {
        let child = Child::from_bits(bits);
        if child == Child::MISSING {
            continue;
        }
        if child.is_pack() && !place(&mut seen_packs, child.number()) {
            return corrupt("pack", child.number());
        }
        if !child.is_pack() && (child.number() <= number || !place(&mut seen_nodes, child.number())) {
            return corrupt("node", child.number());
        }
    }
    for &triangle in packs.iter().flatten().filter(|&&triangle| triangle != u32::MAX) {
        if !place(&mut seen, triangle as usize) {
            return corrupt("triangle", triangle as usize);
        }
    }
    for (what, seen) in [("node", seen_nodes), ("pack", seen_packs), ("triangle", seen)] {
        if let Some(number) = seen.iter().position(|is_seen| !is_seen) {
            return corrupt(what, number);
        }
    }
    Ok(())
}
