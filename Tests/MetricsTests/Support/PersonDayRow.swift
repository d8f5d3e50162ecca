/// One row of the published facts table, as the tests' slow reference reads it.
struct PersonDayRow {
  struct Facts {
    var active = false
    var habitsDue = 0
    var habitsDone = 0
    var streakBest = 0
    var operationsDue = 0
    var operationsOnTime = 0
  }

  var person = 0
  var household = 0
  var runDay = 0
  var enrolled = false
  var truth = Facts()
  var observed = Facts()
}
