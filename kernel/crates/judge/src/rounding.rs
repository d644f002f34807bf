//! Rounding.

/// The value with so many decimal digits, at most 6; halves go to the even digit, by the exact value as Python rounds.
#[must_use]
pub fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    let floor = (value * scale).floor();
    // The product is rounded, the fused one has the sign of the exact difference.
    let over_half = value.mul_add(scale, -(floor + 0.5));
    let is_up = over_half > 0.0 || (over_half == 0.0 && floor % 2.0 != 0.0);
    ((floor + f64::from(u8::from(is_up))) / scale).copysign(value)
}
