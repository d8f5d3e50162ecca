public import Base

/// The state of a scope's invitations and profiles.
///
/// Data that every decision needs is in the row of the `Member`; this is the data that is needed
/// rarely.
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
