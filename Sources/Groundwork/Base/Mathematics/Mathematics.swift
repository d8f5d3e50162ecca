/// The project's own elementary functions: the same bits on every machine.
///
/// The C library's last bit differs between machines and releases, so nothing here uses more than
/// + − × ÷ √ and bit patterns, which IEEE 754 fixes, and never a fused multiplication, which a
/// processor without one emulates slowly.
///
/// A stated error is in units of the result's last place (ulp), where perfect rounding costs 0.5.
/// It holds for the million points of each function that `scripts/oracles/mathematics.py` compares
/// with mpmath.
public enum Mathematics {
  /// ln 2 to 42 bits, so that its product with an exponent is exact.
  @inlinable static var ln2High: Double { 0x1.62e4_2fef_a38p-1 }
  /// What `ln2High` leaves of ln 2.
  @inlinable static var ln2Low: Double { 0x1.ef35_793c_7673p-45 }
}
