import Base
import Chronology
import DomainCore
import Population
import Scenarios
import SimulatedWorld

// Changes of habits themselves, by parents: creating, changing and archiving them.
extension WorkloadGenerator {
  /// A person's first session: parents and athletes set up their own habits, and the first parent
  /// the children's too, with who may log for themselves (FAM-3).
  mutating func setUp(_ session: AppSession, _ world: inout World) {
    people[session.author].hasSetUp = true
    setUpFood(session.author)
    let role = people[session.author].person.role
    // NOT-2: observers and coaches want notifications, but not at night.
    if role == .observer || role == .coach {
      submit(
        .setQuietHours(
          QuietHours(from: 21 * 60, until: 8 * 60),
          of: world.directory.people[session.author].member),
        .quietHours, session, &world)
    }
    if role == .child && isStudentAthlete(session.author) { openHealthStore(session, &world) }
    guard role == .parent || role == .athlete else { return }
    for number in 0..<people[session.author].person.habitCount {
      createHabit(for: session.author, number: number, session, &world)
    }
    openHealthStore(session, &world)
    guard world.directory.people[session.author].member.index == 0 else { return }
    setUpActivities(session, &world)
    let household = world.directory.households[world.directory.people[session.author].household]
    for child in household.firstPerson..<household.firstPerson + household.personCount
    where people[child].person.role == .child {
      if people[child].person.logsForItself {
        submit(
          .setChildMayLog(world.directory.people[child].member, to: true), .mayLog,
          place: child - household.firstPerson, session, &world)
      }
      if hasCoach(household),
        session.day >= people[child].person.born.adding(days: 13 * 366)
      {
        submit(
          .setRole(of: world.directory.people[child].member, to: .athlete), .roster,
          place: child - household.firstPerson, session, &world)
      }
      for number in 0..<people[child].person.habitCount {
        createHabit(for: child, number: number, session, &world)
      }
    }
  }

  /// HAB-1: creates a habit; a name that the person already uses is rejected and not tried again.
  private mutating func createHabit(
    for owner: Int, number: Int, _ session: AppSession, _ world: inout World
  ) {
    let person = people[owner].person
    let names = behaviorContext.sampleTexts.habitNames
    let choice = behaviorContext.behavior.habitName(
      person, on: session.plannedDay, number: number, of: names.count)
    let categories = behaviorContext.sampleTexts.habitCategories
    let command = Command.createHabit(
      for: world.directory.people[owner].member, name: names[choice],
      category: categories[choice % categories.count], icon: UInt16(choice),
      rank: UInt32(number + 1) << 16)
    guard
      let made = submit(
        command, .habit, place: Int(world.directory.people[owner].member.index),
        number: min(number, 1023),
        session, &world)
    else { return }
    habitRecords.append(
      SimulatedHabit(entity: made.entity, owner: owner, next: people[owner].firstHabit))
    people[owner].firstHabit = habitRecords.count - 1
  }

  mutating func manage(_ session: AppSession, _ world: inout World) {
    let person = people[session.author].person
    let action = behaviorContext.behavior.management(person, on: session.plannedDay)
    guard action != .none else { return }
    if action == .create {
      // The number only has to differ each day, and from those of the beginning.
      createHabit(
        for: session.author, number: Int(session.plannedDay.number & 0x3FFF) + 1023, session, &world
      )
      return
    }
    guard let habit = managedHabit(session) else { return }
    let entity = habitRecords[habit].entity
    let member = world.directory.people[session.author].member
    switch action {
    case .edit: edit(entity, of: member, session, &world)
    case .reorder:
      submit(
        .rankHabit(entity, of: member, at: UInt32(1 + session.plannedDay.number & 0xFFFF)),
        .habitChange, session, &world)
    case .archive: end(habit, .archiveHabit(entity, of: member, true), session, &world)
    case .delete: end(habit, .deleteHabit(entity, of: member), session, &world)
    case .deleteAndRestore: deleteAndRestore(habit, session, &world)
    case .none, .create: break
    }
  }

  /// One of the author's active habits, or nil.
  private func managedHabit(_ session: AppSession) -> Int? {
    var live = 0
    var habit = people[session.author].firstHabit
    while habit >= 0 {
      if habitRecords[habit].isLive { live += 1 }
      habit = habitRecords[habit].next
    }
    guard live > 0 else { return nil }
    var left = behaviorContext.behavior.managementTarget(
      people[session.author].person, on: session.plannedDay, below: live)
    habit = people[session.author].firstHabit
    while habit >= 0 {
      if habitRecords[habit].isLive {
        if left == 0 { return habit }
        left -= 1
      }
      habit = habitRecords[habit].next
    }
    return nil
  }

  private mutating func edit(
    _ habit: Entity, of member: MemberHandle, _ session: AppSession, _ world: inout World
  ) {
    let number = Int(session.plannedDay.number)
    let names = behaviorContext.sampleTexts.habitNames
    switch number % 4 {
    case 0:
      submit(
        .renameHabit(habit, of: member, to: names[number % names.count]), .habitChange, session,
        &world)
    case 1:
      let text = names[number % names.count].text.raw
      submit(
        .setHabitField(.habitDescriptionSet, of: habit, owner: member, to: text), .habitChange,
        session, &world)
    case 2:
      let categories = behaviorContext.sampleTexts.habitCategories
      submit(
        .setHabitField(
          .habitCategorySet, of: habit, owner: member,
          to: categories[number % categories.count].raw), .habitChange, session, &world)
    default:
      submit(
        .setHabitField(.habitIconSet, of: habit, owner: member, to: UInt32(number & 0xFF)),
        .habitChange, session, &world)
    }
  }

  private mutating func end(
    _ habit: Int, _ command: Command, _ session: AppSession, _ world: inout World
  ) {
    if submit(command, .habitEnd, session, &world) != nil {
      habitRecords[habit].isLive = false
    }
  }

  /// HAB-8: an accidental deletion, undone within ten minutes.
  private mutating func deleteAndRestore(_ habit: Int, _ session: AppSession, _ world: inout World)
  {
    let entity = habitRecords[habit].entity
    let member = world.directory.people[session.author].member
    if submit(.deleteHabit(entity, of: member), .habitEnd, session, &world) != nil {
      submit(.restoreHabit(entity, of: member), .habitRestore, session, &world)
    }
  }
}
