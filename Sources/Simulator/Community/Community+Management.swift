import Base
import Chronology
import DomainCore
import Population
import SyncCore

// What is done to habits themselves, by parents: making them, changing them, putting them away.
extension Community {
  /// A person's first session: parents set up the family's habits, each their own, the first
  /// parent the children's too and with them who may log for itself (FAM-3).
  mutating func setUp(_ tapping: Tapping) {
    people[tapping.author].hasSetUp = true
    setUpFood(tapping.author)
    guard people[tapping.author].person.role == .parent else { return }
    for number in 0..<people[tapping.author].person.habitCount {
      createHabit(for: tapping.author, number: number, tapping)
    }
    openHealthStore(of: tapping.author)
    guard people[tapping.author].member.index == 0 else { return }
    setUpActivities(tapping)
    let household = households[people[tapping.author].household]
    for child in household.firstPerson..<household.firstPerson + household.personCount
    where people[child].person.role == .child {
      if people[child].person.logsForItself {
        tap(.setChildMayLog(people[child].member, to: true), about: child, tapping)
      }
      for number in 0..<people[child].person.habitCount {
        createHabit(for: child, number: number, tapping)
      }
    }
  }

  /// HAB-1: makes a habit; a name that the person has already is refused and not tried again.
  private mutating func createHabit(for owner: Int, number: Int, _ tapping: Tapping) {
    let person = people[owner].person
    let names = simulation.habitNames
    let choice = simulation.behaviour.habitName(
      person, on: tapping.plannedDay, number: number, of: names.count)
    let categories = simulation.habitCategories
    let command = Command.createHabit(
      for: people[owner].member, name: names[choice],
      category: categories[choice % categories.count], icon: UInt16(choice),
      rank: UInt32(number + 1) << 16)
    guard let operation = tap(command, about: owner, tapping) else { return }
    habits.append(
      HabitRecord(
        entity: operation.fact.entity, owner: owner, next: people[owner].firstHabit,
        createdDay: Int32(runDay(tapping.day))))
    habitDays.addHabit()
    people[owner].firstHabit = habits.count - 1
  }

  mutating func manage(_ tapping: Tapping) {
    let person = people[tapping.author].person
    let action = simulation.behaviour.management(person, on: tapping.plannedDay)
    guard action != .none else { return }
    if action == .create {
      // The number only has to be another one each day.
      createHabit(
        for: tapping.author, number: Int(tapping.plannedDay.number & 0x3FFF) + 16, tapping)
      return
    }
    guard let habit = managedHabit(tapping) else { return }
    let entity = habits[habit].entity
    let member = people[tapping.author].member
    switch action {
    case .edit: edit(entity, of: member, tapping)
    case .reorder:
      tap(
        .rankHabit(entity, of: member, at: UInt32(1 + tapping.plannedDay.number & 0xFFFF)),
        about: tapping.author, tapping)
    case .archive: end(habit, tapping, .archiveHabit(entity, of: member, true))
    case .delete: end(habit, tapping, .deleteHabit(entity, of: member))
    case .deleteAndRestore: deleteAndRestore(habit, tapping)
    case .none, .create: break
    }
  }

  /// One of the author's living habits, or nil.
  private func managedHabit(_ tapping: Tapping) -> Int? {
    var live = 0
    var habit = people[tapping.author].firstHabit
    while habit >= 0 {
      if habits[habit].isLive { live += 1 }
      habit = habits[habit].next
    }
    guard live > 0 else { return nil }
    var left = simulation.behaviour.managementTarget(
      people[tapping.author].person, on: tapping.plannedDay, below: live)
    habit = people[tapping.author].firstHabit
    while habit >= 0 {
      if habits[habit].isLive {
        if left == 0 { return habit }
        left -= 1
      }
      habit = habits[habit].next
    }
    return nil
  }

  private mutating func edit(_ habit: Entity, of member: MemberHandle, _ tapping: Tapping) {
    let number = Int(tapping.plannedDay.number)
    let names = simulation.habitNames
    switch number % 4 {
    case 0:
      tap(
        .renameHabit(habit, of: member, to: names[number % names.count]),
        about: tapping.author, tapping)
    case 1:
      let text = names[number % names.count].text.raw
      tap(
        .setHabitField(.habitDescriptionSet, of: habit, owner: member, to: text),
        about: tapping.author, tapping)
    case 2:
      let categories = simulation.habitCategories
      tap(
        .setHabitField(
          .habitCategorySet, of: habit, owner: member,
          to: categories[number % categories.count].raw),
        about: tapping.author, tapping)
    default:
      tap(
        .setHabitField(.habitIconSet, of: habit, owner: member, to: UInt32(number & 0xFF)),
        about: tapping.author, tapping)
    }
  }

  private mutating func end(_ habit: Int, _ tapping: Tapping, _ command: Command) {
    if tap(command, about: tapping.author, tapping) != nil {
      habits[habit].endedDay = Int32(runDay(tapping.day))
    }
  }

  /// HAB-8: a slip of the finger, taken back within the ten minutes.
  private mutating func deleteAndRestore(_ habit: Int, _ tapping: Tapping) {
    let entity = habits[habit].entity
    let member = people[tapping.author].member
    if tap(.deleteHabit(entity, of: member), about: tapping.author, tapping) != nil {
      tap(.restoreHabit(entity, of: member), about: tapping.author, tapping)
    }
  }
}
