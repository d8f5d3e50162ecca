/// What a world does by itself, as others may call it; the target is the household, replica,
/// message, calendar or store.
enum WorldEvent: UInt16, CaseIterable {
  case requestArrives = 0
  case responseArrives = 1
  /// No answer came in time; the payload is the message that was awaited.
  case timeout = 2
  case retry = 3
  /// A device has network again.
  case reconnects = 4
  /// A phone hears that its group has news.
  case groupPush = 5
  /// The server looks at what a household is to be told.
  case notificationScan = 6
  /// An external calendar: a call arrives there, its answer arrives, none does, the link may go on,
  /// the calendar tells that something has changed. The target is the calendar.
  case calendarAsked = 7
  case calendarResponses = 8
  case calendarSilent = 9
  case calendarLinkWakes = 10
  case calendarChangeNotice = 11
  /// A health store gets a workout, or changes one. The target is the store.
  case sampleArrives = 12
  case sampleChanges = 13

  /// What the cases are called, in their order: every run has them ready for a trap's story, and to
  /// ask the compiler's tables for them took longer than to live a family for a week.
  static let names = [
    "requestArrives", "answerArrives", "timeout", "retry", "reconnects", "woken", "notifies",
    "calendarAsked", "calendarAnswers", "calendarSilent", "calendarWakes", "calendarTells",
    "sampleArrives", "sampleChanges",
  ]
}
