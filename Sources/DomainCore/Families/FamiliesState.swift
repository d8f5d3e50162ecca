public import Base

/// What a scope has agreed on about who belongs to it, and what may be done.
///
/// What every decision asks is in the row of the `Member`; this is what is asked once in a while.
public struct FamiliesState: ~Copyable {
  /// By the seal of their codes.
  public var invitations: KeyedRows<Invitation>
  /// The place of an invitation by its entity.
  public var invitationPlaces: FlatMap
  public var ends: MembershipEnds
  public var weights: MeasurementHistory
  public var heights: MeasurementHistory

  public init() {
    invitations = KeyedRows()
    invitationPlaces = FlatMap()
    ends = MembershipEnds()
    weights = MeasurementHistory()
    heights = MeasurementHistory()
  }

  /// The same in memory of its own.
  public func copy() -> FamiliesState {
    var copy = FamiliesState()
    copy.invitations = invitations.copy()
    copy.invitationPlaces = invitationPlaces.copy()
    copy.ends = ends.copy()
    copy.weights = weights.copy()
    copy.heights = heights.copy()
    return copy
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing FamiliesState) -> Bool {
    invitations.isIdentical(to: other.invitations)
      && ends.isIdentical(to: other.ends)
      && weights.isIdentical(to: other.weights)
      && heights.isIdentical(to: other.heights)
  }
}
