/// A part of the people: by what they are told apart, and which of the parts it is.
///
/// Both are numbers that whoever tells people apart has a name for.
public struct SegmentKey: Hashable, Sendable {
  public var dimension: Int32
  public var part: Int32

  public init(dimension: Int32, part: Int32) {
    self.dimension = dimension
    self.part = part
  }
}
