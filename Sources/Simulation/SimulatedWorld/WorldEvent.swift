/// The scheduled events of a world; the target is the household, replica, message, calendar or
/// store.
enum WorldEvent: UInt16, CaseIterable {
  case requestArrives = 0
  case responseArrives = 1
  /// No response came in time; the payload is the message that was awaited.
  case timeout = 2
  case retry = 3
  /// A device has network again.
  case reconnects = 4
  /// A phone receives a push about its group.
  case groupPush = 5
  /// The server scans for notifications of a household.
  case notificationScan = 6
  /// An external calendar: a call arrives there, its response arrives, none does, the link
  /// continues, the calendar notifies of a change. The target is the calendar.
  case calendarAsked = 7
  case calendarResponds = 8
  case calendarSilent = 9
  case calendarLinkContinues = 10
  case calendarChangeNotice = 11
  /// A health store gets a workout, or changes one. The target is the store.
  case sampleArrives = 12
  case sampleChanges = 13

  /// The names of the cases, in their order. Every run has them ready for a crash report, and
  /// reading them from the compiler's tables took longer than to simulate a family for a week.
  static let names = [
    "requestArrives", "responseArrives", "timeout", "retry", "reconnects", "groupPush",
    "notificationScan", "calendarAsked", "calendarResponds", "calendarSilent",
    "calendarLinkContinues", "calendarChangeNotice", "sampleArrives", "sampleChanges",
  ]
}
