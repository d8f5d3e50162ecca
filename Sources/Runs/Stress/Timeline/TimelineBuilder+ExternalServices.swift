import Environment
import DomainCore
import SimulatedWorld

// Events of external services, and the notifications that the server sends.
extension TimelineBuilder {
  mutating func addExternal(_ event: TraceEvent) {
    switch event.what {
    case .calendarAsked(let device, let messageDelivery):
      add(
        event, .device(device), "sends a request to the external calendar",
        why: words(messageDelivery))
    case .calendarResponded(let device, let response, let messageDelivery):
      add(
        event, .network, "the calendar responds to \(deviceNames[device]): \(words(response))",
        why: words(messageDelivery))
    case .calendarSilent(let device):
      add(event, .device(device), "gets no response from the calendar, and will retry")
    case .notified(let delivery, let household, let arrives):
      let number = households.indices.contains(household) ? "\(households[household])" : "?"
      let what = "\(delivery.cause.kind)"
      add(
        event, .server,
        "notifies member \(delivery.recipient.index) of household \(number) of \(what)",
        why: arrives == nil ? "no phone of the recipient receives it" : "")
    default: break
    }
  }

  private func words(_ response: ExternalCalendar.Response) -> String {
    switch response {
    case .page(let events, _, let isLast):
      Timeline.counted(events.count, "event", "events") + (isLast ? "" : ", and there are more")
    case .event: "it has written the event"
    case .conflict: "the event has changed since"
    case .unknown: "there is no such event"
    case .tokenExpired: "a full read is needed"
    case .limited(let wait): "\(words(.calendarRateLimit)) \(wait) ms"
    case .unavailable: words(.calendarFailure)
    }
  }
}
