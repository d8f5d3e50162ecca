import Chronology
import DomainCore

/// What a person remembers between days: the entities that were created for them.
struct Activities: BitwiseCopyable {
  /// The class in which a child plays its sport, none if it does not.
  var practice = Entity.none
  var weekday = 0
  var course = Entity.none
  /// The schoolwork that is due, none if there is none.
  var task = Entity.none
  var taskDue = LocalDay(number: 0)
  /// The training template of an adult.
  var template = Entity.none
  /// The reward that a first parent offers.
  var reward = Entity.none
  /// The last day whose practice has been reported, counted from the run's first.
  var practiceUpdatedDay: Int32 = -1
  /// The last day on which the person tried to join the neighbors' group.
  var triedGroupDay: Int32 = -1
  /// The Monday of the last week for which a coach has assigned workouts.
  var assignedWeek = Int32.min
  /// The last day on which the person was invited into their family or tried to join it, and how
  /// often they were.
  var invitedDay: Int32 = -1
  var triedFamilyDay: Int32 = -1
  var invitations: Int32 = 0
  /// The day on which the person returns from a journey; negative without one.
  var homeDay: Int32 = -1
  /// The entities that the person has created with occasional commands.
  var occasional = OccasionalEntities()
  /// Whether the person's phone has a health store.
  var hasHealthStore = false
  /// The dining hall in which the person eats, negative for none.
  var diningHall: Int32 = -1
  /// Whether the person has photos of meals analyzed.
  var photographs = false
}
