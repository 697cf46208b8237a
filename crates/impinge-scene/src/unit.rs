//! Units of length.

use impinge::glam::DVec3;

/// The unit of a file without one. Scenes are in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// 1 m.
    #[default]
    Metre,
    /// 0.000001 m.
    Micrometre,
    /// 0.001 m.
    Millimetre,
    /// 0.01 m.
    Centimetre,
    /// 0.0254 m, the international inch.
    Inch,
    /// 0.3048 m, the international foot.
    Foot,
}

impl Unit {
    /// The minimum ratio of two sizes in the same file or scene that suggests different units. Millimetres
    /// read as metres are too large by 1000.
    ///
    /// ```
    /// use impinge_scene::Unit;
    /// assert!(Unit::Metre.metres() / Unit::Millimetre.metres() > Unit::SUSPICIOUS_RATIO);
    /// ```
    pub const SUSPICIOUS_RATIO: f64 = 500.0;

    /// The minimum ratio of a size to the next smaller one that suggests a wrong unit, if the file does not
    /// define its unit.
    ///
    /// Inches read as metres are too large by 39, centimetres by 100. Parts of all sizes have no such step
    /// between them. No unit larger than a metre is common, so small sizes are not suspicious.
    ///
    /// ```
    /// use impinge_scene::Unit;
    /// assert!(Unit::Metre.metres() / Unit::Centimetre.metres() > Unit::SUSPICIOUS_STEP);
    /// ```
    pub const SUSPICIOUS_STEP: f64 = 30.0;

    /// The size in metres above which a part in millimetres is more likely than a site or the link of a
    /// robot.
    ///
    /// ```
    /// use impinge_scene::Unit;
    /// // A shaft of 150 mm that is read in metres.
    /// assert!(Unit::Metre.to_metres(impinge::glam::DVec3::X * 150.0).length() > Unit::SUSPICIOUS_SIZE);
    /// ```
    pub const SUSPICIOUS_SIZE: f64 = 100.0;

    /// Returns the length of the unit in metres.
    ///
    /// ```
    /// use impinge_scene::Unit;
    /// assert_eq!(Unit::Inch.metres(), 0.0254);
    /// ```
    pub fn metres(self) -> f64 {
        self.to_metres(DVec3::X).x
    }

    /// Converts a position in this unit to metres.
    ///
    /// Powers of ten are divisors, because 1000 is an f64 and 0.001 is not: 25.4 mm become the f64 nearest to
    /// 0.0254.
    ///
    /// # Example
    ///
    /// ```
    /// use impinge_scene::Unit;
    /// assert_eq!(Unit::Millimetre.to_metres(impinge::glam::DVec3::splat(25.4)).x, 0.0254);
    /// ```
    pub fn to_metres(self, position: DVec3) -> DVec3 {
        match self {
            Unit::Metre => position,
            Unit::Micrometre => position / 1_000_000.0,
            Unit::Millimetre => position / 1000.0,
            Unit::Centimetre => position / 100.0,
            Unit::Inch => position * 0.0254,
            Unit::Foot => position * 0.3048,
        }
    }
}
