/// OFF-1: what a person wants to do on a device.
public enum OfflineRequest: Hashable, Sendable {
  /// To submit an operation.
  case submit(FactKind)
  /// To see sessions, assigned workouts or workouts.
  case viewTraining
  /// To see the last fetched week of the schedule.
  case viewFetchedWeek
  /// To see any other week of it.
  case viewOtherWeek
  /// To see today's menu.
  case viewTodaysMenu
  /// To see the menu of another day.
  case viewOtherMenu
  /// To see the daily recommendation.
  case viewRecommendation
  /// To generate a new recommendation on demand.
  case generateRecommendation
  /// TRN-4: to have videos compared.
  case analyzeForm
  /// NUT-7: to have a photo of food analyzed.
  case analyzePhoto
}

/// OFF-1: what happens to a request without a connection.
public enum OfflineAvailability: Hashable, Sendable {
  /// It is shown as done at once and sent when there is a connection.
  case queues
  /// The last fetched data is shown.
  case fromCache
  /// The last fetched data is shown, marked as possibly out of date.
  case stale
  /// It is refused, with the reason.
  case refused(Refusal)
}

/// OFF-1: which requests work without a connection.
///
/// Every operation of a member is queued, because a device decides by the same rules as the server
/// and is notified when the server decides differently: water, meals, check-ins and completions,
/// and all planning and managing. An operation that only the server can do is refused, always for
/// the same reason (`FactKind.needsConnection`).
///
/// **Decided**: the component that would do the work asks. A device asks for every operation,
/// including photographs; a session asks for a recommendation on demand. The screen asks for what
/// only it does: other weeks, where an app fetches them one by one (a replica has them all), menus
/// (`MenuCache` has today's only) and form analysis, which goes to a service.
public func offlineAvailability(for request: OfflineRequest) -> OfflineAvailability {
  switch request {
  case .submit(let kind): kind.needsConnection ? .refused(.needsConnection) : .queues
  case .viewTraining, .viewFetchedWeek, .viewTodaysMenu: .fromCache
  case .viewRecommendation: .stale
  case .viewOtherWeek, .viewOtherMenu, .generateRecommendation: .refused(.needsConnection)
  case .analyzeForm, .analyzePhoto: .refused(.needsConnection)
  }
}

extension OfflineRequest {
  /// OFF-1: why a device does not even try, or nil. Asked before each request.
  @inlinable public func refusal(isOnline: Bool) -> Refusal? {
    isOnline ? nil : refusalWithoutConnection
  }

  @usableFromInline var refusalWithoutConnection: Refusal? {
    if case .refused(let refusal) = offlineAvailability(for: self) { refusal } else { nil }
  }
}

extension FactKind {
  /// OFF-1: whether an operation cannot be queued: a photo is analyzed now or not at all, and a
  /// person who is not a member yet has no state to decide on. Only the server knows if a seat is
  /// free.
  @inlinable public var needsConnection: Bool { self == .photoAnalyzed || admits }
}
