/// Lengths of time in milliseconds, the one unit that instants are counted in.
///
/// A day of a zone may be shorter or longer than `day`; see `Zone.dayLengthMilliseconds(of:)`.
public enum Span {
  @inlinable public static var millisecond: Int64 { 1 }
  @inlinable public static var second: Int64 { 1_000 }
  @inlinable public static var minute: Int64 { 60_000 }
  @inlinable public static var hour: Int64 { 3_600_000 }
  @inlinable public static var day: Int64 { 86_400_000 }
  @inlinable public static var week: Int64 { 604_800_000 }
}
