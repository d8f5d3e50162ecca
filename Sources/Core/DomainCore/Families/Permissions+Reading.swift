/// FAM-2: what somebody can read of somebody.
public enum ReadingTopic: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case schedule = 0
  case goals = 1
  /// Points, levels, badges and trophies.
  case achievements = 2
  /// Habits, meals, water and check-ins.
  case diary = 3
  case training = 4
  case academics = 5
  /// FAM-11: weight, height, allergies, conditions and whom to call.
  case health = 6
}

extension Permissions {
  /// FAM-2: whether an active member reads something of `subject`.
  ///
  /// Parents and observers read everything. A child reads its own schedule, goals and
  /// achievements, and once it logs for itself (FAM-3) what it logs. **Decided**: that is its
  /// training and its schoolwork as well as its diary; to let a child write what it may not look
  /// at would help nobody. A coach reads how the athletes of its roster train and feel, and neither
  /// their marks nor their medical history. Everybody else reads what is their own.
  public static func mayRead(
    _ topic: ReadingTopic, reader: MemberHandle, _ readerMember: Member, subject: MemberHandle,
    isOnRoster: Bool
  ) -> Bool {
    switch readerMember.role {
    case .parent, .observer: true
    case .child: reader == subject && childReads(topic, readerMember)
    case .coach: reader == subject || (isOnRoster && coachReads(topic))
    case .athlete, .groupMember: reader == subject
    }
  }

  private static func childReads(_ topic: ReadingTopic, _ child: Member) -> Bool {
    switch topic {
    case .schedule, .goals, .achievements: true
    case .diary, .training, .academics: child.mayLog.value
    case .health: false
    }
  }

  private static func coachReads(_ topic: ReadingTopic) -> Bool {
    switch topic {
    case .schedule, .goals, .achievements, .diary, .training: true
    case .academics, .health: false
    }
  }
}
