/// A segment of the people: a dimension, and the segment's number in it.
///
/// The caller maps both numbers to names.
public struct SegmentKey: Hashable, Sendable {
  public var dimension: Int32
  public var part: Int32

  public init(dimension: Int32, part: Int32) {
    self.dimension = dimension
    self.part = part
  }
}
