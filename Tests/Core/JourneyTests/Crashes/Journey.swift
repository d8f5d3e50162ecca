/// The twelve journeys, each of which can run any number of times.
enum Journey: String, CaseIterable {
  case family = "JRN-1"
  case day = "JRN-2"
  case conflict = "JRN-3"
  case goal = "JRN-4"
  case groupJoining = "JRN-5"
  case rank = "JRN-6"
  case groupLeaving = "JRN-7"
  case widget = "JRN-8"
  case gymDay = "JRN-9"
  case coach = "JRN-10"
  case streak = "JRN-11"
  case newPhone = "JRN-12"

  func run() throws {
    switch self {
    case .family: try OnboardingTests().firstTimeFamily()
    case .day: try DayTests().familyDay()
    case .conflict: try ConflictTests().conflictSolved()
    case .goal: try GoalTests().goalCompleted()
    case .groupJoining: try GroupJoiningTests().joining()
    case .rank: try RankTests().lifted()
    case .groupLeaving: try GroupLeavingTests().leaving()
    case .widget: try WidgetTests().widgetAndApp()
    case .gymDay: try GymDayTests().offlineDay()
    case .coach: try CoachTests().coaching()
    case .streak: try StreakTests().streakOnTwoDevices()
    case .newPhone: try NewPhoneTests().newPhone()
    }
  }
}
