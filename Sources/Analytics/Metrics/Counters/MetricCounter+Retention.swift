// Retention. A person's day 0 is their first active day. A person counts as soon as the day in
// question is mature: it is over, and late operations had the allowed time to arrive.
extension MetricCounter {
  /// The last day after the first one that is measured.
  static let retentionDayMax = 30

  /// Classic retention: active on exactly the day k, for every k.
  static let retention: [MetricCounter] = (0...retentionDayMax).map { day in
    MetricCounter { person in
      guard let first = person.cohortDay, first + day < person.settledDays else { return .none }
      return .one(person.side.active[first + day])
    }
  }

  /// 24-hour retention: a core action between 24k and 24(k+1) hours after the first one, for every
  /// k. These hours end on day k + 1, which must be mature.
  static let retention24: [MetricCounter] = (0...retentionDayMax).map { day in
    MetricCounter { person in
      guard let first = person.cohortDay, first + day + 1 < person.settledDays else {
        return .none
      }
      return .one(person.side[.active24HourWindow][first + day] > 0)
    }
  }

  /// Rolling retention: active on day k or on any later mature day.
  static func rollingRetention(from day: Int) -> MetricCounter {
    MetricCounter { person in
      guard let first = person.cohortDay, first + day < person.settledDays else { return .none }
      return .one(person.side.active.count(in: first + day..<person.settledDays) > 0)
    }
  }

  /// Bracket retention: active on any day of a range whose last day is mature. With
  /// `ofAdultsInGroup` only of adults in a group, or only of all other adults.
  static func bracketRetention(
    _ days: ClosedRange<Int>, ofAdultsInGroup inGroup: Bool? = nil
  ) -> MetricCounter {
    MetricCounter { person in
      guard let first = person.cohortDay, first + days.upperBound < person.settledDays,
        inGroup == nil || (inGroup == person.isInGroup && person.traits.isAdult)
      else { return .none }
      let range = first + days.lowerBound..<first + days.upperBound + 1
      return .one(person.side.active.count(in: range) > 0)
    }
  }
}
