/// What families do in addition to habits, meals and check-ins: sports, goals, schoolwork, groups.
public struct ActivityParameters: Sendable, Equatable {
  public var profileFraction = 0.0
  public var sportFraction = 0.0
  public var attendanceProbability = 0.0
  public var dutyClaimProbability = 0.0
  public var occurrenceChangeProbability = 0.0
  public var goalFraction = 0.0
  public var rewardFraction = 0.0
  public var courseFraction = 0.0
  public var taskDoneProbability = 0.0
  public var assignedWorkoutDoneProbability = 0.0
  public var groupsRequireFriends = false
  public var workoutProbability = 0.0
  public var templateFraction = 0.0
  public var groupMemberFraction = 0.0
  public var randomCommandProbability = 0.0
  public var notifiedFamilyFraction = 0.0
  public var calendarLinkFraction = 0.0
  public var calendarModes: [WeightedName] = []
  public var calendarEditsPerWeek = 0.0
  public var calendarSyncRequestProbability = 0.0
  public var calendarDisconnectProbability = 0.0
  public var calendarRestoreProbability = 0.0
  public var healthStoreFraction = 0.0
  public var healthRecordedProbability = 0.0
  public var healthOnlyProbability = 0.0
  public var healthChangeProbability = 0.0
  public var diningHallFraction = 0.0
  public var photoFraction = 0.0

  init() {}
}
