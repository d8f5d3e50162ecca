/// NUT-4: a named set of targets, such as those of a season, that replace the calculated ones
/// where it is applied.
public struct NutritionTemplate: BitwiseCopyable, Hashable, Sendable {
  public var name: TextHandle
  /// The first day on which it is deleted, counted from the scope's first.
  public var endDay: Int32 = .max

  public var isDeleted: Bool { endDay != .max }
}

/// NUT-4: applies a template to a person from one day through another.
public struct TemplateApplication: BitwiseCopyable, Hashable, Sendable {
  public var template: Entity
  public var person: MemberHandle
  /// When it was applied: where two overlap, the one applied later wins.
  public var version: Version
  public var firstDay: Int32
  public var lastDay: Int32
  /// The first day on which the application has ended.
  public var endDay: Int32 = .max
  /// The index of the person's previous application, or -1.
  var earlier: Int32 = -1

  public init(
    template: Entity, person: MemberHandle, version: Version, firstDay: Int, lastDay: Int
  ) {
    self.template = template
    self.person = person
    self.version = version
    self.firstDay = Int32(firstDay)
    self.lastDay = Int32(lastDay)
  }

  public var isEnded: Bool { endDay != .max }

  func covers(_ day: Int) -> Bool {
    Int(firstDay) <= day && day <= Int(lastDay) && day < Int(endDay)
  }

  /// `earlier` depends on the order of arrival, so it is not compared.
  func hasSameContent(as other: TemplateApplication) -> Bool {
    var twin = other
    twin.earlier = earlier
    return self == twin
  }
}
