import DomainCore
import Plans
import SimulatedWorld

/// What the steps of a family have created on a real server, by what they created in the plan.
final class FamilyEntities {
  private var real: [UInt64: Entity] = [:]

  subscript(planned: UInt64) -> Entity? { real[planned] }

  func note(_ made: CreatedOperations, from first: UInt32, of site: UInt32) {
    for place in 0..<UInt32(made.count) {
      let planned = Entity(site: made.fact.version.site, sequence: made.fact.sequence + place)
      real[planned.raw] = Entity(site: site, sequence: first + place)
    }
  }
}

/// The texts of a plan. A command may need one that the plan has not: the folded form of a name.
final class PlanTexts {
  fileprivate(set) var table: NameTable

  init(_ table: NameTable) { self.table = table }
}

/// Turns the commands of a plan into those of a family on a real server, where the same things have
/// other numbers.
struct FamilyNames {
  let entities: FamilyEntities
  let texts: PlanTexts
  /// The members as the device of the plan knew them.
  let membership: MembershipSnapshot
  /// Which member of the real family joined by an operation.
  let member: (Entity) -> MemberHandle?

  /// The command, with texts of the plan; nil if it needs what no step has created here.
  func real(_ command: Command) -> Command? {
    let text = CommandText(names: names)
    return try? text.command(from: text.json(of: command))
  }

  /// Entities are called by their numbers in the plan, members by their places or by how they
  /// joined.
  private var names: CommandNames {
    CommandNames(
      entityName: { String($0.raw) },
      entity: { name in UInt64(name).flatMap { entities[$0] } },
      memberName: { handle in
        let place = Int(handle.index) - membership.founders
        return membership.joined.indices.contains(place)
          ? "j\(membership.joined[place].raw)" : "m\(handle.index)"
      },
      member: { name in
        let number = UInt64(name.dropFirst())
        if name.hasPrefix("m") {
          return number.flatMap { $0 < UInt16.max ? MemberHandle(UInt16($0)) : nil }
        }
        return number.flatMap { entities[$0] }.flatMap(member)
      },
      text: { texts.table.holds($0) ? texts.table.text(of: $0) : nil },
      handle: { texts.table.handle(of: $0) })
  }
}
