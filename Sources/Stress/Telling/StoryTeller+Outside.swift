import Counterparts
import DomainCore
import Faults
import World

// What comes to pass with others than the server, and what it tells people.
extension StoryTeller {
  mutating func tellOutside(_ event: TraceEvent) {
    switch event.what {
    case .calendarAsked(let device, let fate):
      add(event, .device(device), "asks the family's other calendar", why: words(fate))
    case .calendarAnswered(let device, let answer, let fate):
      add(
        event, .network, "the calendar answers \(deviceNames[device]): \(words(answer))",
        why: words(fate))
    case .calendarSilent(let device):
      add(event, .device(device), "hears nothing of the calendar, and will ask again")
    case .notified(let delivery, let household, let arrives):
      let number = households.indices.contains(household) ? "\(households[household])" : "?"
      let what = "\(delivery.cause.kind)"
      add(
        event, .server,
        "tells member \(delivery.recipient.index) of household \(number) of \(what)",
        why: arrives == nil ? "no phone of theirs hears it" : "")
    default: break
    }
  }

  private func words(_ answer: ExternalCalendar.Answer) -> String {
    switch answer {
    case .page(let events, _, let isLast):
      Story.counted(events.count, "event", "events") + (isLast ? "" : ", and there are more")
    case .event: "it has written the event"
    case .conflict: "the event is another one by now"
    case .unknown: "there is no such event"
    case .tokenExpired: "everything has to be read anew"
    case .limited(let wait): "it takes nothing for \(wait) ms"
    case .unavailable: "it is down"
    }
  }
}
