/// The personas of the product documents, each a distribution over traits.
public enum Persona: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// No persona: the average of every trait.
  case plain = 0
  // ChampTrack.
  case organizedParent = 1
  case handsOnParent = 2
  case activeChild = 3
  // FitToday Groups.
  case motivatedChallenger = 4
  case accountabilitySeeker = 5
  case streakBuilder = 6
  // Personal Coach.
  case selfImprover = 7
  case busyProfessional = 8
  case wellnessEnthusiast = 9
  // Locker.
  case studentAthlete = 10
  case coach = 11
  /// ChampTrack's and Locker's observers.
  case grandparent = 12

  /// The name in scenarios and tables.
  public var name: String {
    switch self {
    case .plain: "plain"
    case .organizedParent: "organizedParent"
    case .handsOnParent: "handsOnParent"
    case .activeChild: "activeChild"
    case .motivatedChallenger: "motivatedChallenger"
    case .accountabilitySeeker: "accountabilitySeeker"
    case .streakBuilder: "streakBuilder"
    case .selfImprover: "selfImprover"
    case .busyProfessional: "busyProfessional"
    case .wellnessEnthusiast: "wellnessEnthusiast"
    case .studentAthlete: "studentAthlete"
    case .coach: "coach"
    case .grandparent: "grandparent"
    }
  }

  /// The product whose documents describe the persona.
  public var product: String {
    switch self {
    case .plain: "any"
    case .organizedParent, .handsOnParent, .activeChild, .grandparent: "champtrack"
    case .motivatedChallenger, .accountabilitySeeker, .streakBuilder: "fittoday"
    case .selfImprover, .busyProfessional, .wellnessEnthusiast: "personal-coach"
    case .studentAthlete, .coach: "locker"
    }
  }

  /// The personas that an adult may have.
  public static let ofAdults = allCases.filter {
    ![.activeChild, .studentAthlete, .coach, .grandparent].contains($0)
  }
  /// The personas that a student in a shared home may have.
  public static let ofStudents = ofAdults.filter {
    ![.organizedParent, .handsOnParent].contains($0)
  }
  public static let ofChildren: [Persona] = [.plain, .activeChild, .studentAthlete]
}
