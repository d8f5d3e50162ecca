/// What can happen in a community; the target is the household, person, device or message.
enum CommunityEvent: UInt16 {
  /// A household's local day begins.
  case dayBegins = 0
  /// A person opens the app; the detail is the session's number.
  case sessionOpens = 1
  /// The session's taps, at its end.
  case sessionActs = 2
  /// A sleeping device asks for news.
  case refresh = 3
  case requestArrives = 4
  case answerArrives = 5
  /// No answer came in time; the payload is the message that was awaited.
  case timeout = 6
  case retry = 7
  /// A device has network again.
  case reconnects = 8
  /// The server looks at what a household is to be told.
  case notifies = 9
  /// An external calendar: a call arrives there, its answer arrives, none does, the link may go on,
  /// the calendar tells that something has changed, somebody edits it. The target is the calendar.
  case calendarAsked = 10
  case calendarAnswers = 11
  case calendarSilent = 12
  case calendarWakes = 13
  case calendarTells = 14
  case calendarEdited = 15
  /// A health store gets a workout, or changes one. The target is the store.
  case sampleArrives = 16
  case sampleChanges = 17
}
