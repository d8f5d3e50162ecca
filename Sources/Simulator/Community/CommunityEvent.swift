/// What can happen in a community; the target is the household, person, device or message.
///
/// At one instant the world comes first (messages, deadlines, counterparts), and then what people
/// and phones do by their own schedule, which has the bit `Event.planned`.
enum CommunityEvent: UInt16 {
  case requestArrives = 0
  case answerArrives = 1
  /// No answer came in time; the payload is the message that was awaited.
  case timeout = 2
  /// The payload is the message that was given up.
  case retry = 3
  /// A device has network again.
  case reconnects = 4
  /// A phone hears that its group has news.
  case woken = 5
  /// The server looks at what a household is to be told.
  case notifies = 6
  /// An external calendar: a call arrives there, its answer arrives, none does, the link may go on,
  /// the calendar tells that something has changed. The target is the calendar.
  case calendarAsked = 7
  case calendarAnswers = 8
  case calendarSilent = 9
  case calendarWakes = 10
  case calendarTells = 11
  /// A health store gets a workout, or changes one. The target is the store.
  case sampleArrives = 12
  case sampleChanges = 13

  /// A household's local day begins.
  case dayBegins = 0x8000
  /// A person opens the app; the detail is the session's number.
  case sessionOpens = 0x8001
  /// The session's taps, at its end.
  case sessionActs = 0x8002
  /// A sleeping device asks for news.
  case refresh = 0x8003
  /// Somebody edits an external calendar, which is the target.
  case calendarEdited = 0x8004
}
