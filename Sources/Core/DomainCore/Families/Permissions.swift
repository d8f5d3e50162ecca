/// FAM-2, FAM-3: the permissions between members of a family.
public enum Permissions {
  /// Whether `author` may log completions, meals, water and check-ins of `subject`.
  ///
  /// A parent logs for every member; a child for itself, once a parent has allowed it; an athlete
  /// for itself. Observers and coaches only read, and a group has its own kinds of facts.
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

  /// Whether `author` may create, change and delete shared data: a parent may.
  @inlinable public static func mayManage(_ author: Member) -> Bool {
    author.role == .parent
  }

  /// Whether `author` may create, change and delete data of `subject`, such as habits: a parent may
  /// for every member, an athlete for itself.
  @inlinable public static func mayManage(
    author: MemberHandle, _ authorMember: Member, subject: MemberHandle
  ) -> Bool {
    switch authorMember.role {
    case .parent: true
    case .athlete: author == subject
    case .child, .observer, .coach, .groupMember: false
    }
  }

  /// FAM-11: whether `author` may edit the profile of `subject`: a parent every profile, and all
  /// others except children their own; an observer has a name to edit, too.
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
