import Environment
import DomainCore
import SimulatedWorld

// What comes to pass with others than the server, and what it tells people.
extension TimelineBuilder {
  mutating func addExternal(_ event: TraceEvent) {
    switch event.what {
    case .calendarAsked(let device, let messageDelivery):
      add(event, .device(device), "asks the family's other calendar", why: words(messageDelivery))
    case .calendarResponded(let device, let response, let messageDelivery):
      add(
        event, .network, "the calendar answers \(deviceNames[device]): \(words(response))",
        why: words(messageDelivery))
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

  private func words(_ response: ExternalCalendar.Response) -> String {
    switch response {
    case .page(let events, _, let isLast):
      Timeline.counted(events.count, "event", "events") + (isLast ? "" : ", and there are more")
    case .event: "it has written the event"
    case .conflict: "the event is another one by now"
    case .unknown: "there is no such event"
    case .tokenExpired: "everything has to be read anew"
    case .limited(let wait): "\(words(.calendarRateLimit)) \(wait) ms"
    case .unavailable: words(.calendarFailure)
    }
  }
}
