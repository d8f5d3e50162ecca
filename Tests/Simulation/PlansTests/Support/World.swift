import DomainCore
import Plans

/// The same things under other numbers: two worlds use the same names, and have nothing at the same
/// index.
final class World {
  private var table = NameTable()
  private let entityBits: UInt64
  private let memberShift: Int

  /// World 0 numbers things as the samples do.
  init(_ number: Int) {
    entityBits = UInt64(number) &* 0x0123_4567_89ab_cdef
    memberShift = number * 77
    for text in 0..<number * 50 { _ = table.handle(of: "of world \(number): \(text)") }
  }

  func entity(_ number: UInt64) -> Entity { Entity(raw: number ^ entityBits) }

  func member(_ number: Int) -> MemberHandle {
    MemberHandle(UInt16((number + memberShift) % Self.membersMax))
  }

  func text(_ text: String) -> TextHandle { table.handle(of: text) }
  func habitName(_ typed: String) -> HabitName { table.habitName(typed) }

  /// All handles but the one for no one.
  static let membersMax = Int(UInt16.max)

  var names: CommandNames {
    CommandNames(
      entityName: { "@\($0.raw ^ self.entityBits)" },
      entity: { name in
        name.first == "@" ? UInt64(name.dropFirst()).map { self.entity($0) } : nil
      },
      memberName: {
        let number = (Int($0.index) - self.memberShift) % Self.membersMax
        return "m\(number < 0 ? number + Self.membersMax : number)"
      },
      member: { name in
        guard name.first == "m", let number = Int(name.dropFirst()),
          (0..<Self.membersMax).contains(number)
        else { return nil }
        return self.member(number)
      },
      text: { self.table.holds($0) ? self.table.text(of: $0) : nil },
      handle: { self.table.handle(of: $0) })
  }

  var commands: CommandText { CommandText(names: names) }
}
