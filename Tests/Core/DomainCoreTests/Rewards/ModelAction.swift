/// An action of a person that affects goals or points, in the terms of the model.
struct ModelAction {
  /// The site and the sequence number of the operation; an entity that the action makes has the
  /// same key.
  struct Key: Hashable {
    var site: Int
    var number: Int
  }

  /// When it was written; of two the later one wins.
  struct Moment: Comparable {
    var milliseconds: Int
    var number: Int
    var site: Int

    static func < (left: Moment, right: Moment) -> Bool {
      (left.milliseconds, left.number, left.site) < (right.milliseconds, right.number, right.site)
    }
  }

  enum What {
    case attend(person: Int, lesson: Int, day: Int, sport: Int, isGame: Bool, Bool)
    case eatWell(person: Int, day: Int, Bool)
    case mark(habit: Int, day: Int, Bool)
    case deleteHabit(Int)
    case setPoints(item: Int, amount: Int)
    case bonus(person: Int, amount: Int)
    case revoke(Key, person: Int)
    case offer(price: Int)
    case price(Key, Int)
    case withdraw(Key)
    case claim(Key, person: Int, price: Int)
    case cancel(Key, person: Int)
    /// Types in the order of the rule: performance, skill, attendance, team, personal best,
    /// nutrition.
    case goal(person: Int, type: Int, target: Int, start: Int, end: Int, priority: Int)
    case target(Key, Int)
    case dates(Key, start: Int, end: Int)
    case priority(Key, Int)
    case sport(Key, Int)
    case progress(Key, Int)
    case complete(Key, Bool)
    case archive(Key, Bool)
    case deleteGoal(Key)
  }

  var key: Key
  var milliseconds: Int
  var what: What

  var moment: Moment {
    Moment(milliseconds: milliseconds, number: key.number, site: key.site)
  }
}
