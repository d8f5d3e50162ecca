/// What families do beside habits, meals and check-ins: sports, goals, schoolwork, groups.
public struct ActivityParameters: Sendable, Equatable {
  public var profileShare = 0.0
  public var sportShare = 0.0
  public var attendedShare = 0.0
  public var dutyClaimedShare = 0.0
  public var occurrenceChangedShare = 0.0
  public var goalShare = 0.0
  public var rewardShare = 0.0
  public var courseShare = 0.0
  public var taskDoneShare = 0.0
  public var assignedDoneShare = 0.0
  public var groupsOfFriends = false
  public var workoutShare = 0.0
  public var templateShare = 0.0
  public var groupShare = 0.0
  public var whimShare = 0.0
  public var notifiedShare = 0.0
  public var calendarShare = 0.0
  public var calendarModes: [WeightedName] = []
  public var calendarEditsPerWeek = 0.0
  public var calendarAskedShare = 0.0
  public var calendarDisconnectedShare = 0.0
  public var calendarRestoredShare = 0.0
  public var healthStoreShare = 0.0
  public var healthRecordedShare = 0.0
  public var healthAloneShare = 0.0
  public var healthChangedShare = 0.0
  public var diningHallShare = 0.0
  public var photoShare = 0.0

  init() {}
}
