import Base
import Parquet
import Datasets
import Metrics

/// A row of the table of people, with what metrics and segments need.
struct PersonRow {
  var person: Int32 = 0
  var household: Int32 = 0
  var clusterHousehold: Int32 = 0
  var usesApp = false
  var joinedRunDay: Int32 = 0
  /// The first run day after the person left, `Int32.max` if they stayed.
  var leftRunDay: Int32 = .max
  var traits = PersonTraits()
  /// The segment of the person for each dimension.
  var segments: [String] = []
}

extension PersonRow {
  private static let columns: [PeopleTable.Column] = [
    .person, .household, .clusterHousehold, .usesApp, .joinedRunDay, .leftRunDay,
    .joinedGroupRunDay, .role,
    .usedSchedule, .usedGoals, .usedRewards, .observedUsedSchedule, .observedUsedGoals,
    .observedUsedRewards, .linkedCalendar, .ledGroupStreakWeeks, .platform, .organic, .invited,
  ]

  /// All people of a dataset, in the order of the file.
  static func all(
    in table: OpenTable, by dimensions: [SegmentDimension], firstDay: Int32
  ) throws -> [PersonRow] {
    let own =
      columns.map { PeopleTable.schema.columns[$0.place] }
      + PersonMeasure.allCases.map { PeopleTable.schema.columns[PeopleTable.place(of: $0)] }
    var places = try table.columns(own.map { (name: $0.name, kind: $0.kind) })
    places += try dimensions.map { try table.place(of: $0) }
    let kinds = places.map { table.file.schema.columns[$0].kind }
    var people: [PersonRow] = []
    people.reserveCapacity(table.file.rowCount)
    try table.forEachRowGroup(places) { rows, vectors in
      // Only nullable columns, such as the day of leaving, may have nulls. Nulls elsewhere mean
      // that the table is damaged.
      for (place, column) in own.enumerated()
      where !column.isNullable && vectors[place].valueCount != rows {
        throw VerificationError(table.path, "it has nulls in a column without nulls")
      }
      var readers = kinds.map(ColumnValues.init)
      for row in 0..<rows {
        var values: [ColumnValue] = []
        for place in places.indices { values.append(readers[place].next(row, of: vectors[place])) }
        people.append(PersonRow(values, dimensions, firstDay: firstDay))
      }
    }
    return people
  }

  private init(_ values: [ColumnValue], _ dimensions: [SegmentDimension], firstDay: Int32) {
    for (column, value) in zip(Self.columns, values) {
      switch (column, value) {
      case (.person, .integer(let number)): person = Int32(number)
      case (.household, .integer(let number)): household = Int32(number)
      case (.clusterHousehold, .integer(let number)): clusterHousehold = Int32(number)
      case (.usesApp, .truth(let isTrue)): usesApp = isTrue
      case (.joinedRunDay, .integer(let day)): joinedRunDay = Int32(day)
      case (.leftRunDay, .integer(let day)): leftRunDay = Int32(day)
      case (.joinedGroupRunDay, .integer(let day)): traits.groupDay = Int32(day)
      case (.role, .text(let role)): traits.take(role: role)
      case (.usedSchedule, .truth(let isTrue)): traits.usedSchedule = isTrue
      case (.usedGoals, .truth(let isTrue)): traits.usedGoals = isTrue
      case (.usedRewards, .truth(let isTrue)): traits.usedRewards = isTrue
      case (.observedUsedSchedule, .truth(let isTrue)): traits.observedUsedSchedule = isTrue
      case (.observedUsedGoals, .truth(let isTrue)): traits.observedUsedGoals = isTrue
      case (.observedUsedRewards, .truth(let isTrue)): traits.observedUsedRewards = isTrue
      case (.linkedCalendar, .truth(let isTrue)): traits.linkedCalendar = isTrue
      case (.ledGroupStreakWeeks, .integer(let weeks)): traits.ledGroupStreakWeeks = Int32(weeks)
      case (.platform, .text(let name)): traits.platform = Platform(rawValue: name) ?? .ios
      case (.organic, .truth(let isTrue)): traits.isOrganic = isTrue
      case (.invited, .truth(let isTrue)): traits.isInvited = isTrue
      default: break
      }
    }
    for (measure, value) in zip(PersonMeasure.allCases, values.dropFirst(Self.columns.count)) {
      if case .integer(let total) = value { traits.totals[measure] = total }
    }
    let own = Self.columns.count + PersonMeasure.allCases.count
    segments = zip(dimensions, values.dropFirst(own)).map {
      $0.segment(of: $1, firstDay: firstDay)
    }
  }
}

extension OpenTable {
  /// The index of the column of a dimension.
  fileprivate func place(of dimension: SegmentDimension) throws(VerificationError) -> Int {
    guard let place = file.schema.index(of: dimension.column) else {
      let known = SegmentDimension.derived + file.schema.columns.map(\.name)
      let near = nearest(to: dimension.name, in: known).map { ". Did you mean '\($0)'?" }
      throw VerificationError(
        path,
        "people cannot be segmented by '\(dimension.name)'"
          + (near ?? ", but by \(known.joined(separator: ", "))"))
    }
    return place
  }
}
