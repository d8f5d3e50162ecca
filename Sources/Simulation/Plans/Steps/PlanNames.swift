import Base
import Chronology
import DomainCore
import SimulatedWorld

/// The names in the plan of one community: devices and people by their numbers in the population,
/// entities by the steps that created them.
final class PlanNames {
  private(set) var devices: [String: Int] = [:]
  private(set) var people: [String: Int] = [:]
  private(set) var households: [String: Int] = [:]
  private var deviceNames: [String] = []
  private var personNames: [String] = []
  private var householdNames: [String] = []
  /// By device and by person, their household.
  private var deviceHouseholds: [Int] = []
  private var personHouseholds: [Int] = []
  /// By name and by identity, the entities that steps have created.
  private var entityByName: [String: Entity] = [:]
  private var nameByEntity: [Entity: String] = [:]
  var texts: NameTable
  /// Which member is which in the scope of the current command.
  var membershipSnapshot = MembershipSnapshot()
  /// Whether every reference is accepted, when a file is only checked.
  private let resolvesAll: Bool

  init(
    _ setup: WorldSetup, texts: NameTable, resolvesAll: Bool = false
  ) {
    self.texts = texts
    self.resolvesAll = resolvesAll
    for (index, household) in setup.households.enumerated() {
      householdNames.append("h\(household.number)")
      households["h\(household.number)"] = index
      for resident in household.people {
        people["p\(resident.number)"] = personNames.count
        personNames.append("p\(resident.number)")
        personHouseholds.append(index)
        for number in 0..<resident.deviceCount {
          let name = "p\(resident.number).\(number)"
          devices[name] = deviceNames.count
          deviceNames.append(name)
          deviceHouseholds.append(index)
        }
      }
    }
  }

  func device(_ index: Int) -> String { deviceNames[index] }
  func person(_ index: Int) -> String { personNames[index] }
  func household(_ index: Int) -> String { householdNames[index] }
  func household(ofDevice index: Int) -> Int { deviceHouseholds[index] }
  func household(ofPerson index: Int) -> Int { personHouseholds[index] }

  /// Records what a step has created.
  func note(_ made: CreatedOperations, by step: StepID) {
    for place in 0..<made.count {
      let name = "@" + step.text + (place == 0 ? "" : "#\(place)")
      let entity = Entity(
        site: made.fact.version.site, sequence: made.fact.sequence + UInt32(place))
      entityByName[name] = entity
      nameByEntity[entity] = name
    }
  }

  // MARK: References

  /// The names that commands use here.
  var commandNames: CommandNames {
    CommandNames(
      entityName: { [unowned self] in name(of: $0) },
      entity: { [unowned self] in entity(named: $0) },
      memberName: { [unowned self] in name(of: $0) },
      member: { [unowned self] in member(named: $0) },
      text: { [unowned self] in texts.holds($0) ? texts.text(of: $0) : nil },
      handle: { [unowned self] in texts.handle(of: $0) })
  }

  /// An entity that no step created is called by its site and number; that name stays valid as long
  /// as the site submits as many operations before it.
  private func name(of entity: Entity) -> String {
    nameByEntity[entity]
      ?? "site\(entity.raw >> 32).\(UInt32(truncatingIfNeeded: entity.raw))"
  }

  private func entity(named name: String) -> Entity? {
    if let made = entityByName[name] { return made }
    if name.hasPrefix("@") {
      // A placeholder, so that a file can be checked before anything was created.
      return resolvesAll && Self.isStep(name) ? Entity(site: .max, sequence: 1) : nil
    }
    guard name.hasPrefix("site") else { return nil }
    let parts = name.dropFirst(4).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let site = UInt32(parts[0]), let sequence = UInt32(parts[1]) else {
      return nil
    }
    return Entity(site: site, sequence: sequence)
  }

  private static func isStep(_ name: String) -> Bool {
    let step = name.dropFirst().split(separator: "#", maxSplits: 1)
    return step.first.map { StepID(text: $0) != nil } ?? false
  }

  private func name(of member: MemberHandle) -> String {
    let place = Int(member.index) - membershipSnapshot.founders
    return membershipSnapshot.joined.indices.contains(place)
      ? name(of: membershipSnapshot.joined[place]) : "m\(member.index)"
  }

  private func member(named name: String) -> MemberHandle? {
    if name.hasPrefix("m") {
      return UInt16(name.dropFirst()).flatMap { $0 < .max ? MemberHandle($0) : nil }
    }
    guard let entity = entity(named: name) else { return nil }
    guard let place = membershipSnapshot.joined.firstIndex(of: entity) else {
      return resolvesAll ? MemberHandle(0) : nil
    }
    return MemberHandle(UInt16(membershipSnapshot.founders + place))
  }
}
