import Testing

@testable import Chronology

@Suite("A local day")
struct LocalDayTests {
  @Test("has the dates, weekdays and ISO weeks of Python's calendar from 1990 to 2060")
  func calendarVectors() throws {
    for vector in try Vector.all(in: "days.txt") {
      let year = Int(try vector.integer(0))
      let first = LocalDay(year: year, month: 1, day: 1)
      let last = LocalDay(year: year, month: 12, day: 31)
      #expect(first.isoWeek.description == vector.fields[1], "\(vector)")
      #expect(last.isoWeek.description == vector.fields[2], "\(vector)")
      var digest = VectorDigest()
      for day in first...last {
        let civil = day.civil
        for word in [
          Int(day.number), civil.year, civil.month, civil.day, day.weekday, day.isoWeek.year,
          day.isoWeek.number,
        ] {
          digest.add(Int64(word))
        }
      }
      #expect(digest.description == vector.fields[3], "\(vector)")
    }
  }

  @Test("follows the one before it through all leap years and centuries")
  func succession() {
    var (year, month, day) = (-401, 1, 1)
    let first = LocalDay(year: year, month: month, day: day)
    let end = LocalDay(year: 401, month: 1, day: 1)
    var weekday = first.weekday
    var wrong: [LocalDay] = []
    for local in first..<end {
      let civil = local.civil
      let isRight =
        civil.year == year && civil.month == month && civil.day == day
        && LocalDay(year: year, month: month, day: day) == local && local.weekday == weekday
      if !isRight { wrong.append(local) }
      weekday = weekday % 7 + 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test("knows its month's length and whether its year has a leap day")
  func months() {
    let lengths = (1...12).map { LocalDay(year: 2023, month: $0, day: 5).daysInMonth }
    #expect(lengths == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    #expect(LocalDay(year: 2024, month: 2, day: 29).daysInMonth == 29)
    let leapYears = [1896, 1900, 1904, 2000, 2023, 2024, 2100, 2400]
      .filter { LocalDay(year: $0, month: 6, day: 1).isLeapYear }
    #expect(leapYears == [1896, 1904, 2000, 2024, 2400])
  }

  @Test("finds the first day of its week, whichever weekday weeks start on", arguments: 1...7)
  func weekStarts(firstWeekday: Int) {
    for number: Int32 in -30..<30 {
      let day = LocalDay(number: number)
      let start = day.weekStart(startingOn: firstWeekday)
      #expect(start.weekday == firstWeekday)
      #expect((0..<7).contains(start.distance(to: day)))
      if firstWeekday == 1 { #expect(start == day.weekStart) }
    }
  }

  @Test("lies in the seven days that its ISO week begins")
  func isoWeekFirstDay() {
    for day in LocalDay(year: 1990, month: 1, day: 1)..<LocalDay(year: 2060, month: 1, day: 1) {
      #expect(day.isoWeek.firstDay == day.weekStart)
    }
    #expect(ISOWeek(year: 2020, number: 53) < ISOWeek(year: 2021, number: 1))
  }

  @Test("gives the age of a person born on it as counting birthdays does")
  func ageVectors() throws {
    for vector in try Vector.all(in: "ages.txt") {
      let birth = LocalDay(number: Int32(try vector.integer(0)))
      let day = LocalDay(number: Int32(try vector.integer(1)))
      #expect(birth.age(on: day) == Int(try vector.integer(2)), "\(vector)")
    }
  }

  @Test("gives ages by the calendar on the days around every birthday of four centuries")
  func ageNearBirthdays() {
    for number in stride(from: -146_097, to: 0, by: 97) {
      let birth = LocalDay(number: Int32(number))
      let civil = birth.civil
      for years in [1, 3, 4, 8, 13, 19, 96, 100, 104, 399] {
        // A leap day that a year does not have runs on into March.
        let birthday = LocalDay(
          number: Int32(
            CivilDate.dayNumber(year: civil.year + years, month: civil.month, day: civil.day)))
        for distance in -5...5 {
          let age = birth.age(on: birthday.adding(days: distance))
          #expect(age == years - (distance < 0 ? 1 : 0), "\(birth), \(years), \(distance)")
        }
      }
    }
  }

  @Test("gives a leap-day birth its birthday on March 1 in common years")
  func leapDayAge() {
    let birth = LocalDay(year: 2012, month: 2, day: 29)
    #expect(birth.age(on: LocalDay(year: 2025, month: 2, day: 28)) == 12)
    #expect(birth.age(on: LocalDay(year: 2025, month: 3, day: 1)) == 13)
    #expect(birth.age(on: LocalDay(year: 2028, month: 2, day: 28)) == 15)
    #expect(birth.age(on: LocalDay(year: 2028, month: 2, day: 29)) == 16)
    #expect(birth.age(on: birth) == 0)
    #expect(birth.age(on: birth.adding(days: -1)) == -1)
  }

  @Test("reads what it prints, and refuses text that is not a day")
  func text() {
    for text in ["2026-01-05", "1969-12-31", "2024-02-29", "0000-03-01", "9999-12-31"] {
      #expect(LocalDay(text)?.description == text)
    }
    for text in [
      "", "2026-1-5", "2026-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00",
      "20260105", "2026-01-05T", " 2026-01-05", "+2026-01-05", "26-01-05",
    ] {
      #expect(LocalDay(text) == nil, "\(text)")
    }
    #expect(LocalDay(number: .max).description == "+5881580-07-11")
    #expect(LocalDay(number: .min).description == "-5877641-06-23")
  }

  @Test("is counted in days")
  func counting() {
    let day = LocalDay(year: 2024, month: 2, day: 28)
    #expect(day.adding(days: 2) == LocalDay(year: 2024, month: 3, day: 1))
    #expect(day.adding(days: -59) == LocalDay(year: 2023, month: 12, day: 31))
    #expect((day..<day.adding(days: 3)).map(\.day) == [28, 29, 1])
    #expect(day.distance(to: LocalDay(year: 2025, month: 2, day: 28)) == 366)
  }
}
