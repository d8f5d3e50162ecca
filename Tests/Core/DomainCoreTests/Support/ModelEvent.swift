/// An event of a history in plain terms, which both the model and the fold receive.
struct ModelEvent {
  /// A habit, by the site that made it and the sequence number of the operation.
  struct HabitKey: Hashable {
    var site: Int
    var number: Int
  }

  enum What {
    case allow(child: Int, Bool)
    case create(name: String, rank: Int)
    case rename(HabitKey, String)
    case rank(HabitKey, Int)
    case start(HabitKey, day: Int)
    case archive(HabitKey, Bool)
    case delete(HabitKey)
    case restore(HabitKey)
    case complete(HabitKey, day: Int, done: Bool)
    /// Foods with quarters of a serving each.
    case meal(kind: Int, continues: Bool, [(food: Int, quarters: Int)])
    case drink(tenthOunces: Int)
    case checkIn(mental: Int, physical: Int)
    case favorite(slot: Int, food: Int, quarters: Int)
  }

  var site: Int
  var number: Int
  var milliseconds: Int
  /// Breaks the tie of two events of one site in one millisecond.
  var tick: Int
  /// The author's day, counted from the family's first.
  var day: Int
  var author: Int
  var subject: Int
  var what: What

  var key: HabitKey { HabitKey(site: site, number: number) }
  var moment: Moment { Moment(milliseconds: milliseconds, tick: tick, site: site) }

  /// When it was written; of two the later one wins, and of equal ones that of the greater site.
  struct Moment: Comparable {
    var milliseconds: Int
    var tick: Int
    var site: Int

    static func < (left: Moment, right: Moment) -> Bool {
      (left.milliseconds, left.tick, left.site) < (right.milliseconds, right.tick, right.site)
    }
  }
}
