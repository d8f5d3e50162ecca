public import Base

/// What a scope has agreed on about who belongs to it, and what may be done.
///
/// What every decision asks is in the row of the `Member`; this is what is asked once in a while.
public struct FamiliesState: AreaState, ~Copyable {
  /// By the seal of their codes.
  public var invitations = IndexedTable<Invitation>()
  /// The place of an invitation by its entity.
  public var invitationPlaces = FlatMap()
  public var weights = MeasurementHistory()
  public var heights = MeasurementHistory()

  public init() {}

  public mutating func pair(with other: borrowing FamiliesState, _ fields: inout some FieldVisitor)
  {
    fields.same(&invitations, other.invitations)
    fields.follows(&invitationPlaces, other.invitationPlaces)
    fields.same(&weights, other.weights)
    fields.same(&heights, other.heights)
  }
}
