import Base
public import Chronology

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

extension ScopeState {
  /// NUT-7: counts an analysed photo for the day of who had it analysed, whomever it is about.
  public mutating func applyPhotoAnalysis(_ fact: Fact) -> Effect {
    let day = index(of: fact.day)
    if day >= dayCapacity { widen(toHold: day) }
    let row = day * memberCapacity + Int(fact.author.index)
    if personDays[row].photos < .max { personDays[row].photos += 1 }
    accountOnce(fact)
    return .changed
  }

  /// NUT-7: how many photos somebody had analysed on a day.
  public func photosAnalyzed(by person: MemberHandle, on day: LocalDay) -> Int {
    let index = index(of: day)
    return index < 0 ? 0 : Int(personDay(person, index).photos)
  }
}
