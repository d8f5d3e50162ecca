import Chronology
import DomainCore

/// What a person remembers of what goes on: the things that were made for them.
struct Activities: BitwiseCopyable {
  /// The class in which a child plays its sport, none when it does not.
  var practice = Entity.none
  var weekday = 0
  var course = Entity.none
  /// The schoolwork that is due, none when there is none.
  var task = Entity.none
  var taskDue = LocalDay(number: 0)
  /// A template that an adult trains by.
  var template = Entity.none
  /// The reward that a first parent offers.
  var reward = Entity.none
  /// The last day whose practice has been told, counted from the run's first.
  var practiceUpdatedDay: Int32 = -1
  /// The last day on which the person tried to get into the neighbors' group.
  var triedGroupDay: Int32 = -1
  /// The Monday of the last week for which a coach has assigned somebody their workouts.
  var assignedWeek = Int32.min
  /// The last day on which the person was invited into their family or tried to join it, and how
  /// often they were.
  var invitedDay: Int32 = -1
  var triedFamilyDay: Int32 = -1
  var invitations: Int32 = 0
  /// The day on which the person comes home from a journey; negative for who never left.
  var homeDay: Int32 = -1
  /// What the person has made once in a while.
  var occasional = OccasionalEntities()
  /// Whether the person's phone has a health store.
  var hasHealthStore = false
  /// The dining hall in which the person eats, negative when in none.
  var diningHall: Int32 = -1
  /// Whether the person has photographs of meals analysed.
  var photographs = false
}
