/// FAM-2, FAM-3: who may do what to whom inside one family.
public enum Permissions {
  /// Whether `author` may log completions, meals, water and check-ins of `subject`.
  ///
  /// A parent logs for everybody; a child for itself, once a parent has allowed it; an athlete for
  /// itself. Observers and coaches only read, and a group has a log of its own kind.
  @inlinable public static func mayLog(
    author: MemberHandle, _ authorMember: Member, subject: MemberHandle
  ) -> Bool {
    switch authorMember.role {
    case .parent: true
    case .child: author == subject && authorMember.mayLog.value
    case .athlete: author == subject
    case .observer, .coach, .groupMember: false
    }
  }

  /// Whether `author` may make, change and delete what is everybody's: a parent may.
  @inlinable public static func mayManage(_ author: Member) -> Bool {
    author.role == .parent
  }

  /// Whether `author` may make, change and delete what is `subject`'s, such as habits: a parent
  /// everybody's, an athlete its own.
  @inlinable public static func mayManage(
    author: MemberHandle, _ authorMember: Member, subject: MemberHandle
  ) -> Bool {
    switch authorMember.role {
    case .parent: true
    case .athlete: author == subject
    case .child, .observer, .coach, .groupMember: false
    }
  }

  /// FAM-11: whether `author` may edit the profile of `subject`: a parent everybody's, and whoever
  /// is no child their own; also an observer is asked for a name.
  public static func mayEditProfile(
    _ author: MemberHandle, _ authorMember: Member, of subject: MemberHandle
  ) -> Bool {
    switch authorMember.role {
    case .parent: true
    case .child, .groupMember: false
    case .observer, .coach, .athlete: author == subject
    }
  }
}
