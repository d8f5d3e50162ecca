/// OFF-1: what somebody asks of a device.
public enum OfflineRequest: Hashable, Sendable {
  /// To say something.
  case submit(FactKind)
  /// To see sessions, assigned workouts or workouts.
  case viewTraining
  /// To see the week of the schedule that was fetched last.
  case viewFetchedWeek
  /// To see any other week of it.
  case viewOtherWeek
  /// To see the menu of today.
  case viewTodaysMenu
  /// To see the menu of another day.
  case viewOtherMenu
  /// To see the daily recommendation.
  case viewRecommendation
  /// To have a new one generated on demand.
  case generateRecommendation
  /// TRN-4: to have videos compared.
  case analyzeForm
  /// NUT-7: to have a photo of food looked at.
  case analyzePhoto
}

/// OFF-1: what becomes of it without a connection.
public enum OfflineAvailability: Hashable, Sendable {
  /// It is shown as done at once and sent when there is a connection.
  case queues
  /// It is shown as it was fetched last.
  case fromCache
  /// It is shown, with a mark that it may be out of date.
  case stale
  /// It cannot be done, and the reason is told.
  case refused(Refusal)
}

/// OFF-1: the table of what works without a connection.
///
/// Everything that a member says queues, for a device decides by the same rules as the server and
/// is told when the server sees it otherwise: water, meals, check-ins and completions, and with
/// them all that planning and managing is. What the server alone can do is refused, and always for
/// the same reason (`FactKind.needsConnection`).
///
/// **Decided**: whoever would do a thing asks for it. A device asks for all that is said, and so
/// for photographs; a session, for a recommendation on demand. What only a screen does is the
/// screen's to ask: other weeks, where an app fetches them one by one (a replica has them all),
/// menus (of which `MenuCache` has none but today's) and form analysis, which goes to a service.
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
  /// OFF-1: why a device does not even try, or nil: what devices ask before they do as asked.
  @inlinable public func refusal(isOnline: Bool) -> Refusal? {
    isOnline ? nil : refusalWithoutConnection
  }

  @usableFromInline var refusalWithoutConnection: Refusal? {
    if case .refused(let refusal) = offlineAvailability(for: self) { refusal } else { nil }
  }
}

extension FactKind {
  /// OFF-1: whether saying it waits for nobody: a photo is looked at now or not at all, and who is
  /// not a member yet has nothing to decide against. Whether there is a seat only the server knows.
  @inlinable public var needsConnection: Bool { self == .photoAnalyzed || admits }
}
