import Base

/// NUT-7: the result of analyzing a food photo: the proposal of a meal.
///
/// The person who confirms the proposal logs it like any other meal, with their changes; the
/// analysis itself is only counted.
public struct PhotoAnalysis: BitwiseCopyable, Hashable, Sendable {
  public var proposal: MealPortion

  public init(_ kind: MealKind, found nutrients: Nutrients) {
    proposal = MealPortion(kind, stating: nutrients, from: MealOrigin(.photo))
  }

  public init(_ payload: Payload) {
    proposal = MealPortion(payload)
  }

  public var payload: Payload { proposal.payload }

  public var isWellFormed: Bool {
    proposal.origin.source == .photo && proposal.isWellFormed
  }
}
