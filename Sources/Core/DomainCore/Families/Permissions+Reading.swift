/// FAM-2: the topics of a person's data that another member may read.
public enum ReadingTopic: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case schedule = 0
  case goals = 1
  /// Points, levels, badges and trophies.
  case achievements = 2
  /// Habits, meals, water and check-ins.
  case diary = 3
  case training = 4
  case academics = 5
  /// FAM-11: weight, height, allergies, conditions and emergency contacts.
  case health = 6
}

extension Permissions {
  /// FAM-2: whether an active member reads a topic of `subject`.
  ///
  /// Parents and observers read everything. A child reads its own schedule, goals and achievements,
  /// and what it logs once it logs for itself (FAM-3). **Decided**: that includes its training and
  /// its schoolwork as well as its diary; a child must be able to see what it may write. A coach
  /// reads how the athletes of its roster train and feel, but neither their grades nor their
  /// medical history. All others read their own data.
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
