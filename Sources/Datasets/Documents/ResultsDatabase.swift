import Columnar
public import Metrics

/// The results of a run as an SQLite file, for whoever asks with SQL.
public enum ResultsDatabase {
  /// Facts about the run that have one value each.
  public typealias Fact = (name: String, value: DatabaseValue)

  /// "SHKO" read as a number, and the version of the tables.
  private static let identity = DatabaseFile.Identity(application: 0x5348_4B4F, version: 2)

  public static func write(
    to path: String, facts: [Fact], files: [TableReceipt], kpis: [KpiResult], days: [DayTotals],
    properties: [(id: String, promise: String, checks: Int64, violations: Int64)],
    refusals: [(place: String, reason: Int, name: String, sentence: String, count: Int64)]
  ) throws(DatabaseError) {
    try DatabaseFile.build(at: path, identity) { database throws(DatabaseError) in
      try database.execute(tables)
      try writeFacts(facts, into: database)
      try writeFiles(files, into: database)
      try writeKpis(kpis, into: database)
      try writeDays(days, into: database)
      var insert = try database.prepare("INSERT INTO properties VALUES (?, ?, ?, ?)")
      for property in properties {
        try insert.run(
          .text(property.id), .text(property.promise), .integer(property.checks),
          .integer(property.violations))
      }
      insert = try database.prepare("INSERT INTO refusals VALUES (?, ?, ?, ?, ?)")
      for refusal in refusals {
        try insert.run(
          .text(refusal.place), .integer(Int64(refusal.reason)), .text(refusal.name),
          .text(refusal.sentence), .integer(refusal.count))
      }
    }
  }

  private static let tables = """
    CREATE TABLE run (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE files (path TEXT PRIMARY KEY, rows INTEGER, bytes INTEGER, sha256 TEXT)
      WITHOUT ROWID;
    CREATE TABLE column_sums (file TEXT, column_name TEXT, total INTEGER,
      PRIMARY KEY (file, column_name)) WITHOUT ROWID;
    CREATE TABLE kpis (id TEXT, side TEXT, value REAL, numerator INTEGER, denominator INTEGER,
      lower REAL, upper REAL, target REAL, verdict TEXT, PRIMARY KEY (id, side)) WITHOUT ROWID;
    CREATE TABLE days (run_day INTEGER, side TEXT, enrolled INTEGER, active INTEGER,
      habits_due INTEGER, habits_done INTEGER, PRIMARY KEY (run_day, side)) WITHOUT ROWID;
    CREATE TABLE properties (id TEXT PRIMARY KEY, promise TEXT, checks INTEGER,
      violations INTEGER) WITHOUT ROWID;
    CREATE TABLE refusals (place TEXT, reason INTEGER, name TEXT, sentence TEXT,
      count INTEGER, PRIMARY KEY (place, reason)) WITHOUT ROWID;
    """

  private static func writeFacts(
    _ facts: [Fact], into database: borrowing Database
  ) throws(DatabaseError) {
    var insert = try database.prepare("INSERT INTO run VALUES (?, ?)")
    for fact in facts { try insert.run(.text(fact.name), fact.value) }
  }

  private static func writeFiles(
    _ files: [TableReceipt], into database: borrowing Database
  ) throws(DatabaseError) {
    var insert = try database.prepare("INSERT INTO files VALUES (?, ?, ?, ?)")
    var insertSum = try database.prepare("INSERT INTO column_sums VALUES (?, ?, ?)")
    for file in files {
      try insert.run(
        .text(file.path), .integer(Int64(file.rows)), .integer(Int64(file.bytes)),
        .text(file.sha256))
      for (column, sum) in zip(file.schema.columns, file.sums) where hasSum(column) {
        try insertSum.run(.text(file.path), .text(column.name), .integer(sum))
      }
    }
  }

  private static func hasSum(_ column: ColumnSchema) -> Bool {
    switch column.kind {
    case .string, .double, .date, .timestampMilliseconds: false
    default: true
    }
  }

  private static func writeKpis(
    _ kpis: [KpiResult], into database: borrowing Database
  ) throws(DatabaseError) {
    var insert = try database.prepare("INSERT INTO kpis VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for kpi in kpis {
      for (side, estimate, verdict) in [
        (Side.truth, kpi.truth, kpi.verdict), (.observed, kpi.observed, kpi.verdictObserved),
      ] {
        let target: DatabaseValue = kpi.target.map { .real($0) } ?? .null
        let judged: DatabaseValue = verdict.map { .text($0.rawValue) } ?? .null
        guard let estimate else {
          try insert.run(
            .text(kpi.id), .text(side.rawValue), .null, .integer(0), .integer(0), .null, .null,
            target, judged)
          continue
        }
        try insert.run(
          .text(kpi.id), .text(side.rawValue), .real(estimate.value),
          .integer(estimate.numerator), .integer(estimate.denominator),
          estimate.interval.map { .real($0.lower) } ?? .null,
          estimate.interval.map { .real($0.upper) } ?? .null, target, judged)
      }
    }
  }

  private static func writeDays(
    _ days: [DayTotals], into database: borrowing Database
  ) throws(DatabaseError) {
    var insert = try database.prepare("INSERT INTO days VALUES (?, ?, ?, ?, ?, ?)")
    for day in days {
      for (side, counts) in [(Side.truth, day.truth), (.observed, day.observed)] {
        try insert.run(
          .integer(Int64(day.day)), .text(side.rawValue), .integer(day.enrolled),
          .integer(counts.active), .integer(counts.habitsDue), .integer(counts.habitsDone))
      }
    }
  }
}
