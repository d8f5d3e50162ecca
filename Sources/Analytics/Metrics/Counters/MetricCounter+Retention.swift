// Who came back. A person is followed from their first active day, which is day 0, and counts as
// soon as the day asked for is over and its stragglers had time to arrive.
extension MetricCounter {
  /// The last day after the first that is followed.
  static let retentionDayMax = 30

  /// Classic retention: active on exactly the day k, for every k.
  static let retention: [MetricCounter] = (0...retentionDayMax).map { day in
    MetricCounter { person in
      guard let first = person.cohortDay, first + day < person.settledDays else { return .none }
      return .one(person.side.active[first + day])
    }
  }

  /// 24-hour retention: a core action from the hour 24k to the hour 24(k+1) behind the first one,
  /// for every k. It ends on the day behind the day k, which must be over.
  static let retention24: [MetricCounter] = (0...retentionDayMax).map { day in
    MetricCounter { person in
      guard let first = person.cohortDay, first + day + 1 < person.settledDays else {
        return .none
      }
      return .one(person.side[.active24HourWindow][first + day] > 0)
    }
  }

  /// Rolling retention: active on the day k or on any later one within the settled days.
  static func rollingRetention(from day: Int) -> MetricCounter {
    MetricCounter { person in
      guard let first = person.cohortDay, first + day < person.settledDays else { return .none }
      return .one(person.side.active.count(in: first + day..<person.settledDays) > 0)
    }
  }

  /// Bracket retention: active on any day of a range, for whom all of it is over; where `isInGroup`
  /// is given, of people in a group or of all others.
  static func bracketRetention(_ days: ClosedRange<Int>, inGroup: Bool? = nil) -> MetricCounter {
    MetricCounter { person in
      guard let first = person.cohortDay, first + days.upperBound < person.settledDays,
        inGroup == nil || inGroup == person.isInGroup
      else { return .none }
      let range = first + days.lowerBound..<first + days.upperBound + 1
      return .one(person.side.active.count(in: range) > 0)
    }
  }
}
