import Base

/// NUT-7: what the analysis of a food photo found: the proposal of a meal.
///
/// It is logged like any other meal, by whoever looked at the proposal and agreed, with what they
/// changed; the analysis itself only counts.
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
