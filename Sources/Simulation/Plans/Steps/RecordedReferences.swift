import Base
import DomainCore
import SimulatedWorld

/// What the commands of a recorded run refer to, in another run of its steps.
///
/// Entities and members are numbers that another run may assign otherwise, so a command names them
/// as a plan does: an entity by the step that created it, and a member by the step with which they
/// joined or by their index among the founders. The names never leave the program, so they are
/// short, and only what is referred to gets one.
final class RecordedReferences {
  /// The step that created an entity, and the entity's place among those that it created.
  private struct Origin: Hashable {
    var step: UInt64
    var place: UInt64
  }

  /// What steps have created in the recorded run, up to the current one.
  private var origins: [Entity: Origin] = [:]
  /// What they have created in this run.
  private var entities: [Origin: Entity] = [:]
  /// Which member is which in the scope of the current command, in both runs.
  var recordedMembers = MembershipSnapshot()
  var members = MembershipSnapshot()
  private var texts: NameTable

  init(texts: NameTable) { self.texts = texts }

  /// Records what a step has created in the recorded run.
  func noteRecorded(_ made: CreatedOperations, by step: StepID) {
    for place in 0..<made.count {
      origins[Self.entity(made, place)] = Origin(step: step.raw, place: UInt64(place))
    }
  }

  /// Records what it has created in this run.
  func note(_ made: CreatedOperations, by step: StepID) {
    for place in 0..<made.count {
      entities[Origin(step: step.raw, place: UInt64(place))] = Self.entity(made, place)
    }
  }

  private static func entity(_ made: CreatedOperations, _ place: Int) -> Entity {
    Entity(site: made.fact.version.site, sequence: made.fact.sequence + UInt32(place))
  }

  // MARK: Names

  /// The names of what is in one of the runs; each run reads the names of the other.
  var commandNames: CommandNames {
    CommandNames(
      entityName: { [unowned self] in name(of: $0) },
      entity: { [unowned self] in entity(named: $0) },
      memberName: { [unowned self] in name(of: $0) },
      member: { [unowned self] in member(named: $0) },
      text: { [unowned self] in texts.holds($0) ? texts.text(of: $0) : nil },
      handle: { [unowned self] in texts.handle(of: $0) })
  }

  /// An entity that no step created keeps its number.
  private func name(of entity: Entity) -> String {
    guard let origin = origins[entity] else { return "=\(entity.raw)" }
    return "@\(origin.step).\(origin.place)"
  }

  private func entity(named name: String) -> Entity? {
    let numbers = name.dropFirst().split(separator: ".").compactMap { UInt64($0) }
    guard name.hasPrefix("@") else { return numbers.first.map { Entity(raw: $0) } }
    return entities[Origin(step: numbers[0], place: numbers[1])]
  }

  private func name(of member: MemberHandle) -> String {
    let place = Int(member.index) - recordedMembers.founders
    return recordedMembers.joined.indices.contains(place)
      ? name(of: recordedMembers.joined[place]) : "m\(member.index)"
  }

  private func member(named name: String) -> MemberHandle? {
    if name.hasPrefix("m") { return UInt16(name.dropFirst()).map { MemberHandle($0) } }
    return entity(named: name).flatMap { members.joined.firstIndex(of: $0) }
      .map { MemberHandle(UInt16(members.founders + $0)) }
  }
}
