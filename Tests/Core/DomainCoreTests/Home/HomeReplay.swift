import Base
import Chronology

@testable import DomainCore

/// Translates the events of a random family into the core's facts, and the model's causes into its
/// causes.
struct HomeReplay {
  var names = NameTable()
  private let plan = ScheduleReplay([])

  static func founded(_ home: HomeModel) -> ScopeState {
    var members = FlatArray<Member>()
    for person in home.people {
      let role: Role =
        switch person.role {
        case .parent: .parent
        case .child: .child
        case .observer: .observer
        case .athlete: .athlete
        case .coach: .coach
        }
      var member = Member(role: role, born: LocalDay(year: 2005, month: 1, day: 1))
      // FAM-3: of the children the first one may log for itself.
      member.mayLog = Register(person.keepsDiary)
      members.append(member)
    }
    return ScopeState(
      members: members, firstDay: LocalDay(number: Int32(home.firstDay)), dayCapacity: 1)
  }

  /// The zones of `ModelClock`, in its order.
  static let zones = ModelClock.places.map { Zone(named: $0.name)! }

  static func zone(_ member: MemberHandle, _ home: HomeModel) -> Zone {
    zones[home.people[Int(member.index)].place]
  }

  func entity(_ number: Int) -> Entity { plan.entity(number) }

  static func day(_ day: Int) -> LocalDay { LocalDay(number: Int32(day)) }

  /// The fact of an event; nil if the log does not contain it.
  mutating func fact(_ event: HomeEvent) -> Fact? {
    if case .travel = event.what { return nil }
    if case .plan(let saying) = event.what { return plan.fact(HomeModel.planned(saying, event)) }
    let stamp = UInt64(event.minute) * 60_000 << 16 | UInt64(event.number)
    return Fact(
      command: command(event), version: Version(stamp: stamp, site: 9),
      sequence: UInt32(event.number), author: MemberHandle(UInt16(event.author)),
      day: Self.day(event.day), zone: Self.zones[event.place])
  }

  private mutating func command(_ event: HomeEvent) -> Command {
    let who = MemberHandle(UInt16(event.subject))
    switch event.what {
    case .habit(let rank):
      return .createHabit(
        for: who, name: names.habitName("habit \(event.number)"), category: .empty, icon: 0,
        rank: UInt32(rank))
    case .mark(let habit, let day, let done):
      return .setCompletion(of: entity(habit), owner: who, on: Self.day(day), done: done)
    case .archiveHabit(let habit, let archived):
      return .archiveHabit(entity(habit), of: who, archived)
    case .goal(let priority, let end):
      return .createGoal(
        for: who,
        GoalCreation(
          .skill, title: TextHandle(1), target: 10, unit: TextHandle(2),
          from: Self.day(event.day), through: Self.day(end),
          priority: GoalPriority(rawValue: UInt8(priority))!))
    case .progress(let goal, let current):
      return .setGoalProgress(entity(goal), of: who, to: current)
    case .reach(let goal, let done): return .completeGoal(entity(goal), of: who, done)
    case .dropGoal(let goal): return .deleteGoal(entity(goal), of: who)
    case .bonus(let points): return .awardBonus(to: who, points)
    case .revoke(let bonus): return .revokeBonus(entity(bonus), of: who)
    case .want(let metric, let amount):
      return .setNutritionTarget(
        of: who, TargetAmount(NutritionMetric(rawValue: UInt8(metric))!, UInt32(amount)))
    case .eat(let kind, let food):
      let item = MealItem(food: UInt16(food), quarters: 4)
      return .logMeal(for: who, MealPortion(MealKind(rawValue: UInt8(kind))!, item))
    case .drink(let amount):
      return .logWater(
        for: who,
        WaterAmount(tenthOunces: UInt16(amount), source: .glass, minuteOfDay: 600))
    case .feel(let mental, let physical):
      return .checkIn(
        for: who, WellnessScore(mental: UInt8(mental), physical: UInt8(physical)))
    case .newParent:
      return .addMember(
        MemberAddition(role: .parent, born: LocalDay(year: 1988, month: 4, day: 17)), by: who)
    case .leave: return .removeMember(who)
    default: return taskCommand(event, who) ?? settingCommand(event, who)
    }
  }

  private func taskCommand(_ event: HomeEvent, _ who: MemberHandle) -> Command? {
    func done(_ isDone: Bool) -> EffortReport { EffortReport(isDone: isDone, effort: 6) }
    func time(_ day: Int, _ minute: Int) -> SessionTime {
      SessionTime(day: Self.day(day), minuteOfDay: UInt16(minute), minutes: 60)
    }
    func due(_ day: Int, _ minute: Int) -> DueTime {
      DueTime(day: Self.day(day), minuteOfDay: UInt16(minute))
    }
    func session(_ number: Int) -> SessionKey { SessionKey(entity(number)) }
    let character = SessionCharacter(.strength)
    switch event.what {
    case .session(let day, let minute):
      let plan = SessionPlan(title: TextHandle(1), time: time(day, minute), character: character)
      return .createSession(for: who, plan)
    case .moveSession(let number, let day, let minute):
      return .moveSession(session(number), of: who, to: time(day, minute))
    case .endSession(let number, let isDone):
      return .completeSession(session(number), of: who, done(isDone))
    case .deleteSession(let number): return .deleteSession(session(number), of: who)
    case .roster(let isOn): return .setRoster(of: MemberHandle(6), athlete: who, to: isOn)
    case .assign(let day, let minute):
      let plan = SessionPlan(title: TextHandle(1), time: time(day, minute), character: character)
      return .assignWorkout(to: who, plan)
    case .endAssignment(let number, let isDone):
      return .completeAssignment(entity(number), of: who, done(isDone))
    case .withdraw(let number): return .withdrawAssignment(entity(number), of: who)
    case .homework(let day, let minute, let priority):
      return .createAcademicItem(
        for: who,
        AcademicItemDraft(
          .exam, title: TextHandle(1), priority: AcademicPriority(rawValue: UInt8(priority))!,
          due: due(day, minute)))
    case .moveHomework(let number, let day, let minute):
      return .setDue(entity(number), of: who, to: due(day, minute))
    case .handIn(let number, let isDone):
      return .setAcademicItemDone(entity(number), of: who, isDone)
    case .dropHomework(let number): return .deleteAcademicItem(entity(number), of: who)
    default: return nil
    }
  }

  private func settingCommand(_ event: HomeEvent, _ who: MemberHandle) -> Command {
    switch event.what {
    case .channels(let kind, let channels):
      return .setNotificationChannels(
        NotificationChannels(rawValue: UInt8(channels)),
        for: NotificationKind(rawValue: UInt8(kind))!, of: who)
    case .quiet(let from, let until):
      return .setQuietHours(QuietHours(from: UInt16(from), until: UInt16(until)), of: who)
    case .noQuiet: return .setQuietHours(nil, of: who)
    case .silence(let until): return .setDoNotDisturb(until: HomeModel.instant(until), of: who)
    case .leads(let minutes):
      var lanes = SIMD4<UInt16>.zero
      for (place, minute) in minutes.enumerated() { lanes[place] = UInt16(minute) }
      return .setLeadMinutes(lanes, of: who)
    case .snooze(let cause, let until):
      return .snooze(self.cause(cause), until: HomeModel.instant(until), of: who)
    default: fatalError("\(event.what) is not a fact")
    }
  }

  // MARK: Causes

  /// The version of a write to the plan.
  private func said(_ stamp: Int) -> Version { Version(stamp: UInt64(stamp) << 16, site: 9) }

  func cause(_ plain: ExpectedCause) -> NotificationCause {
    func about(_ person: Int) -> MemberHandle { MemberHandle(UInt16(person)) }
    switch plain {
    case .reminder(let thing, let owner, let start, let lead):
      return NotificationCause(
        .schedule, about: owner.map(about) ?? .newcomer, entity: entity(thing),
        detail: UInt64(start) << 16 | UInt64(lead))
    case .meal(let person, let day, let kind):
      return NotificationCause(.meal, about: about(person), detail: UInt64(day << 8 | kind))
    case .water(let person, let day, let hour):
      return NotificationCause(.hydration, about: about(person), detail: UInt64(day << 8 | hour))
    case .checkIn(let person, let day):
      return NotificationCause(.checkIn, about: about(person), detail: UInt64(day))
    case .homework(let person, let thing, let due, let isMorning):
      return NotificationCause(
        .academic, about: about(person), entity: entity(thing),
        detail: UInt64(due << 1 | (isMorning ? 1 : 0)))
    case .goal(let person, let thing):
      return NotificationCause(.goal, about: about(person), entity: entity(thing))
    case .badge(let person, let badge):
      return NotificationCause(.trophy, about: about(person), detail: UInt64(badge))
    case .streakTrophy(let person, let tier):
      return NotificationCause(.trophy, about: about(person), detail: UInt64(256 + tier))
    case .level(let person, let level):
      return NotificationCause(.level, about: about(person), detail: UInt64(level))
    case .streak(let person, let habit, let day):
      return NotificationCause(
        .streak, about: about(person), entity: entity(habit), detail: UInt64(day))
    case .conflict(let kind, let person, let one, let two):
      let identity = plan.identity(kind, person, one, two)
      return NotificationCause(
        kind == 2 ? .unassignedDuty : .conflict, about: person.map(about) ?? .newcomer,
        entity: Entity(raw: identity.first), detail: identity.second)
    case .summary(let person, let day):
      return NotificationCause(.weeklySummary, about: about(person), detail: UInt64(day))
    case .change(let thing, let day, let isCancelled, let stamp):
      return NotificationCause(
        changeOf: OccurrenceID(entity(thing), Self.day(day)), isCancelled: isCancelled,
        said: said(stamp))
    case .series(let thing, let stamp):
      return NotificationCause(
        stamp == nil ? .ended : .edited, of: entity(thing), said: stamp.map(said) ?? .never)
    case .coverage(let duty, let person):
      let asked = plan.duty(duty)
      return NotificationCause(
        .coverage, about: about(person), entity: asked.occurrence.trainingClass,
        detail: asked.packed)
    case .advice(let person, let day):
      return NotificationCause(.recommendation, about: about(person), detail: UInt64(day))
    case .duty(let duty, let person, let isGiven, let change):
      return NotificationCause(
        plan.duty(duty), given: isGiven, to: about(person), change: UInt32(change))
    }
  }
}
