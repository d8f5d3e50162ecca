/// What a fact says. The numbers are part of the format of logs: never reused, never changed.
public enum FactKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case childMayLogSet = 1

  case habitCreated = 16
  case habitNameSet = 17
  case habitDescriptionSet = 18
  case habitCategorySet = 19
  case habitIconSet = 20
  case habitRankSet = 21
  case habitArchivedSet = 22
  case habitDeleted = 23
  case habitRestored = 24
  case completionSet = 25
  case habitStartSet = 26

  case mealLogged = 40
  case favouriteMealSet = 41
  case waterLogged = 42

  case wellnessSet = 56

  /// Whether the fact is a core action: what makes its author an active person that day.
  @inlinable public var isCoreAction: Bool {
    switch self {
    case .completionSet, .mealLogged, .waterLogged, .wellnessSet: true
    default: false
    }
  }
}
