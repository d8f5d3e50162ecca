/// Why a command is refused, as a reason that a screen can show.
public enum Refusal: UInt8, Error, BitwiseCopyable, CaseIterable, Sendable {
  /// FAM-2: the author does not belong to the family.
  case authorUnknown = 1
  /// The person the command is about does not belong to the family.
  case subjectUnknown = 2
  /// FAM-2: only a parent may do this.
  case parentNeeded = 3
  /// FAM-3: this child may not log, or not for another person; an observer never may.
  case loggingNotAllowed = 4
  /// HAB-1: a habit needs a name.
  case nameEmpty = 5
  /// HAB-1: the person has a habit of that name.
  case nameTaken = 6
  /// There is no such habit, or it belongs to another person.
  case habitUnknown = 7
  /// HAB-5: the habit was deleted.
  case habitDeleted = 8
  /// HAB-8: there is no delete to undo.
  case habitNotDeleted = 9
  /// HAB-8: a delete can be undone for ten minutes.
  case undoTooLate = 10
  /// HAB-2: tomorrow cannot be marked.
  case dayInFuture = 11
  /// HAB-2: only today can be unmarked.
  case dayNotToday = 12
  /// The day is before the family's first or ten years later.
  case dayOutOfRange = 13
  /// NUT-5: no such food, or an impossible amount.
  case amountOutOfRange = 14
  /// TRN-6: a score is from 1 to 10.
  case scoreOutOfRange = 15
  /// NUT-5: a person keeps four favorite meals.
  case slotOutOfRange = 16
  /// FAM-3: only a child needs the permission to log.
  case subjectNotChild = 17
  /// HAB-3: by the device's clock, the tap was on another day.
  case dayNotOfTap = 18

  // MARK: Families, 20 to 39
  /// FAM-6: a removed member may do nothing any more.
  case memberRemoved = 20
  /// FAM-6: a device knows that the person no longer belongs to the family.
  case subjectRemoved = 21
  /// FAM-5: a child under 13 needs a parent's consent.
  case consentMissing = 22
  /// FAM-5: a parent has withdrawn the consent.
  case accountClosed = 23
  /// FAM-5: from 13 on no consent is needed, and none can be withdrawn.
  case consentNotNeeded = 24
  /// FAM-1: a family always has a parent.
  case lastParent = 25
  /// FAM-1: a family is founded by its first parent.
  case founderNotParent = 26
  /// A parent or a coach is at least 13.
  case roleTooYoung = 27
  /// There is no such role in a family.
  case roleUnknown = 28
  /// No parent created this invitation.
  case invitationUnknown = 29
  /// The invitation was already used.
  case invitationUsed = 30
  /// A parent revoked the invitation, or its creator is no longer a parent here.
  case invitationRevoked = 31
  /// The invitation is for another role.
  case invitationForAnother = 32
  /// FAM-10: a roster holds athletes and belongs to a coach.
  case rosterNotPossible = 33
  /// FAM-11: no profile has such a field, or it cannot hold this.
  case profileValueImpossible = 34
  /// FAM-11: a child's profile needs name, birthday, sex, weight and height.
  case profileIncomplete = 35
  /// FAM-11: a profile is edited by its owner or a parent.
  case profileNotYours = 36
  /// FAM-12: only its owner can share workout data.
  case sharingNotYours = 37
  /// FAM-6: a person who was removed permanently has to be invited again.
  case memberGone = 38
  /// A family holds at most a thousand people.
  case membersTooMany = 39

  // MARK: Notifications, 140 to 149
  /// NOT-2: members set their own notifications, and a parent also a child's.
  case notificationsNotYours = 140
  /// NOT-2: no such kind, channel, hour or lead time.
  case notificationSettingUnknown = 141

  // MARK: Accounts, 150 to 159
  /// NUT-7: a quota per account needs an account.
  case accountNeeded = 150
  // 151 is unused: `needsConnection` replaced it.
  /// NUT-7: three food photos a day.
  case photosUsedUp = 152
  /// NUT-7: the photo came days after it was taken.
  case photoTooLate = 153
  /// FAM-7: the account was deleted.
  case accountDeleted = 154
  /// FAM-5: a parent has withdrawn consent, which closes a child's account.
  case accountWithoutConsent = 155
  /// FAM-7: the family or group was deleted.
  case scopeDeleted = 156
  /// FAM-7: it belonged to a person whose account was deleted.
  case ownerDeleted = 157

  // MARK: Schedule, 40 to 59
  /// There is no such sport.
  case sportUnknown = 40
  /// SCH-1: the sport was deleted.
  case sportDeleted = 41
  /// SCH-1: a sport needs a name.
  case sportNameEmpty = 42
  /// SCH-1: a season ends no earlier than it begins.
  case seasonInvalid = 43
  /// There is no such class.
  case classUnknown = 44
  /// SCH-1: the class was deleted, or its sport was.
  case classDeleted = 45
  /// SCH-2: no such time, or a class that takes no time or more than a week.
  case classTimeInvalid = 46
  /// SCH-1: the sport has no classes on that day: it is not in season, or was archived.
  case outsideSeason = 47
  /// SCH-3: no rule repeats like that.
  case recurrenceInvalid = 48
  /// SCH-4: the class does not take place on that day.
  case occurrenceUnknown = 49
  /// SCH-4: the occurrence was cancelled.
  case occurrenceCancelled = 50
  /// Only a child or an athlete takes part.
  case participantNotAllowed = 51
  /// Only participants can attend.
  case notParticipant = 52
  /// SCH-5: a driver is a parent or an observer who still belongs to the family.
  case driverNotAllowed = 53
  /// FAM-4: only a parent can give a duty to an observer.
  case claimNotAllowed = 54
  /// SCH-5: the first committed claim wins.
  case dutyTaken = 55
  /// SCH-5: the duty belongs to a different person than the author saw.
  case dutyChanged = 56
  /// SCH-5: only the driver may do this, or a parent.
  case dutyNotYours = 57
  /// SCH-5: the swap was withdrawn, or one of the two duties now belongs to another person.
  case swapUnknown = 58
  /// This build does not know the value.
  case valueNotPossible = 59

  // MARK: Calendar, 60 to 64
  /// CAL-4: a calendar that is not connected cannot be synced.
  case calendarNotConnected = 60
  /// CAL-4: there is no such mode.
  case calendarSettingUnknown = 61
  /// CAL-3: an event has five fields.
  case calendarFieldUnknown = 62
  /// CAL-3: what is deleted stays deleted.
  case calendarEventDeleted = 63
  /// CAL-2: the occurrence has no event in the calendar.
  case calendarEventUnknown = 64

  // MARK: Nutrition, 65 to 74
  // 65 is unused: `needsConnection` replaced it.
  /// NUT-4: a target for an unknown metric, or more than a body can need.
  case targetOutOfRange = 66
  /// NUT-4: a template needs a name.
  case templateNameEmpty = 67
  /// NUT-4: there is no such template.
  case nutritionTemplateUnknown = 68
  /// NUT-4: the template was deleted.
  case nutritionTemplateGone = 69
  /// NUT-4: a template cannot judge days before it was applied.
  case templateRangeInvalid = 70
  /// NUT-4: the template is not applied to this person, or belongs to another one.
  case templateNotApplied = 71
  /// NUT-4: the application was already ended.
  case templateEnded = 72
  /// NUT-10: deleted entries stay deleted.
  case foodDeleted = 73
  /// NUT-10: no such meal or drink was logged for this person.
  case foodUnknown = 74
  /// NUT-15: a dish that states nutrients which no dish has. The numbers beside it are taken.
  case nutrientsOutOfRange = 142

  // MARK: Goals, 75 to 84
  /// There is no such goal, or it belongs to another person.
  case goalUnknown = 75
  /// The goal was deleted, which is permanent.
  case goalDeleted = 76
  /// GOAL-1: a target is above zero.
  case goalTargetOutOfRange = 77
  /// GOAL-1: a goal ends on or after the day it starts.
  case goalDatesReversed = 78
  /// GOAL-2: attendance and nutrition goals progress by themselves.
  case goalAutomatic = 79
  /// GOAL-1: no such type or priority.
  case goalChoiceUnknown = 80
  /// GOAL-2: this progress is not possible.
  case goalProgressOutOfRange = 81
  /// GOAL-1: a goal needs a title.
  case goalTitleEmpty = 82

  // MARK: Rewards, 85 to 94
  /// REW-2: this number of points cannot be awarded or charged.
  case pointsOutOfRange = 85
  /// REW-5: there is no such reward.
  case rewardUnknown = 86
  /// REW-5: the reward was removed from the catalog.
  case rewardWithdrawn = 87
  /// REW-7: the family has no such custom trophy.
  case trophyUnknown = 84
  /// REW-5: a person pays only the price that they saw.
  case rewardPriceChanged = 88
  /// REW-5: a claim needs the balance at commit.
  case balanceTooLow = 89
  /// REW-5: there is no such claim.
  case claimUnknown = 90
  /// REW-5: this person may not claim, or not for another person.
  case rewardClaimNotAllowed = 91
  /// REW-2: there is no such bonus.
  case bonusUnknown = 92
  /// REW-5: a reward needs a title.
  case rewardTitleEmpty = 93
  /// REW-2: no item with this number awards points.
  case pointItemUnknown = 94

  // MARK: Training, 95 to 109
  /// OFF-1: an operation that needs the server or a service, which a device cannot do alone.
  case needsConnection = 95
  /// TRN-1: there is no such session, or it belongs to another person.
  case sessionUnknown = 96
  /// TRN-1: the session was deleted; this includes a session that a template would generate again.
  case sessionDeleted = 97
  /// TRN-1: a session has a day, a time and a length, and is of a known type.
  case sessionOutOfRange = 98
  /// TRN-1, TRN-2: an effort, also that of one set, is from 1 to 10.
  case effortOutOfRange = 99
  /// TRN-1: no such place in a session, or an impossible weight or number.
  case setOutOfRange = 100
  /// TRN-1: there is no such template, or it belongs to another person.
  case templateUnknown = 101
  /// TRN-1: the template was deleted.
  case templateDeleted = 102
  /// TRN-1: the template plans no session on that day.
  case templateDayWrong = 103
  /// TRN-2: only a coach assigns workouts.
  case coachNeeded = 104
  /// FAM-10: the athlete is not on the coach's own roster.
  case notOnRoster = 105
  /// TRN-2: there is no such assignment, or it belongs to another person.
  case assignmentUnknown = 106
  /// TRN-2: the assignment was withdrawn.
  case assignmentWithdrawn = 107
  /// TRN-2: a completed assignment cannot be withdrawn.
  case assignmentCompleted = 108
  /// TRN-3, TRN-5: there is no such workout or log, or it belongs to another person.
  case trainingLogUnknown = 109

  // MARK: Academics, 110 to 119
  /// ACA-1: there is no such course, or it belongs to another person.
  case courseUnknown = 110
  /// ACA-1: the course was deleted.
  case courseDeleted = 111
  /// ACA-1: there is no such item, or it belongs to another person.
  case academicItemUnknown = 112
  /// ACA-1: the item was deleted, or the course with it.
  case academicItemDeleted = 113
  /// ACA-1: an item is due on a day of the family's history, at a time that a day has.
  case dueOutOfRange = 114
  /// ACA-1, TRN-1, TRN-2: a course, what is due in it, a session, a template, an assigned workout
  /// or an exercise needs a name.
  case titleMissing = 115
  /// ACA-2: a timetable has times of a day, and a term that ends after it begins.
  case timetableImpossible = 116

  // MARK: Groups, 120 to 139
  /// GRP-3: the scope holds no group.
  case groupUnknown = 120
  /// GRP-2: a deleted group accepts nothing any more.
  case groupDeleted = 121
  /// GRP-1: ten people are in it.
  case groupFull = 122
  /// GRP-1: one group at a time.
  case alreadyInGroup = 123
  /// GRP-3: the code is not that of the group.
  case groupInvitationUnknown = 124
  /// GRP-2: the group was already founded.
  case groupFounded = 125
  /// GRP-2: only the admin may do this.
  case groupAdminNeeded = 126
  /// FT 1: a group needs a name.
  case groupNameEmpty = 127
  /// FT 23: a board shows a name.
  case displayNameEmpty = 128
  /// GRP-6: members share, view and leave only for themselves.
  case groupOwnOnly = 129
  /// GRP-2: the person left, or was removed.
  case notInGroup = 130
  /// GRP-2: an admin leaves; only others are removed.
  case leaveInstead = 131
  /// FAM-12: no consent to share workouts.
  case groupConsentMissing = 132
  /// FAM-12: the consent under which it was shared has been withdrawn.
  case consentWithdrawn = 133
  /// GRP-6: sharing is switched off.
  case sharingOff = 134
  /// GRP-6: a field other than count, calories and date.
  case workoutDetail = 135
  /// GRP-4: a zone that the table does not have.
  case zoneUnknown = 136
  /// GRP-6: a group accepts only facts that concern groups.
  case notForGroups = 137
  // MARK: Texts
  /// A name has more than 200 bytes in UTF-8, or a note more than 4,000.
  case textTooLong = 138

  /// The sentence that a screen shows.
  public var sentence: String {
    switch self {
    case .authorUnknown: "You are not a member of this family."
    case .subjectUnknown: "This person is not a member of the family."
    case .parentNeeded: "Only a parent can do this."
    case .loggingNotAllowed: "A parent has not allowed you to log this."
    case .nameEmpty: "A habit needs a name."
    case .nameTaken: "There is already a habit with this name."
    case .habitUnknown: "This habit does not exist."
    case .habitDeleted: "This habit was deleted."
    case .habitNotDeleted: "This habit is not deleted."
    case .undoTooLate: "A deleted habit can be restored for 10 minutes."
    case .dayInFuture: "A day in the future cannot be marked."
    case .dayNotToday: "Only today can be unmarked."
    case .dayOutOfRange: "This day is outside the family's history."
    case .amountOutOfRange: "This amount is not possible."
    case .scoreOutOfRange: "A score is from 1 to 10."
    case .slotOutOfRange: "There is no such place for a favorite meal."
    case .subjectNotChild: "Only a child needs permission to log."
    case .dayNotOfTap: "The clock of the device showed another day when this was done."
    case .memberRemoved: "You are no longer a member here."
    case .notificationsNotYours: "You can only change your own notifications."
    case .notificationSettingUnknown: "There is no such setting for notifications."
    case .subjectRemoved: "This person no longer belongs to the family."
    case .consentMissing: "A parent has to consent to this account first."
    case .accountClosed: "This account was closed when a parent withdrew the consent."
    case .consentNotNeeded: "Consent is needed only under the age of 13."
    case .lastParent: "A family needs at least one parent."
    case .founderNotParent: "A family starts with a parent."
    case .roleTooYoung: "No one under 13 can have this role."
    case .roleUnknown: "There is no such role in a family."
    case .invitationUnknown: "This invitation does not exist."
    case .invitationUsed: "This invitation has already been used."
    case .invitationRevoked: "This invitation is no longer valid."
    case .invitationForAnother: "This invitation is for another role."
    case .rosterNotPossible: "A roster holds athletes and belongs to a coach."
    case .profileValueImpossible: "A profile cannot hold this."
    case .profileIncomplete: "A child's profile needs name, birthday, sex, weight and height."
    case .profileNotYours: "Only a parent can change this person's profile."
    case .sharingNotYours: "Only the owner of workout data can decide to share it."
    case .memberGone: "Who was removed has to be invited again."
    case .membersTooMany: "There is no room for more people in this family."
    case .accountNeeded: "Sign in with an account to do this."
    case .photosUsedUp: "You have used all 3 food photos for today."
    case .photoTooLate: "This photo waited too long to be analyzed."
    case .accountDeleted: "This account was deleted."
    case .accountWithoutConsent: "A parent has not consented to this account."
    case .scopeDeleted: "This family or group was deleted."
    case .ownerDeleted: "The account of the person whose data this was is deleted."

    // MARK: Schedule
    case .sportUnknown: "This sport does not exist."
    case .sportDeleted: "This sport was deleted."
    case .sportNameEmpty: "A sport needs a name."
    case .seasonInvalid: "A season cannot end before it begins."
    case .classUnknown: "This class does not exist."
    case .classDeleted: "This class was deleted."
    case .classTimeInvalid: "A class starts at a time of day and lasts from a minute to a week."
    case .outsideSeason: "The sport has no classes on this day."
    case .recurrenceInvalid: "A class cannot repeat like this."
    case .occurrenceUnknown: "The class does not take place on this day."
    case .occurrenceCancelled: "The class is cancelled on this day."
    case .participantNotAllowed: "Only a child or an athlete can take part."
    case .notParticipant: "This child does not take part in the class."
    case .driverNotAllowed: "Only a parent or an observer can drive."
    case .claimNotAllowed: "Ask a parent to give you this duty."
    case .dutyTaken: "Someone else has already taken this duty."
    case .dutyChanged: "This duty was reassigned or released in the meantime."
    case .dutyNotYours: "This duty is not yours."
    case .swapUnknown: "This swap is no longer offered."
    case .valueNotPossible: "This value is not possible."
    // MARK: Calendar
    case .calendarNotConnected: "This calendar is not connected."
    case .calendarSettingUnknown:
      "A calendar is synced in real time, every hour, every day or by hand."
    case .calendarFieldUnknown: "An event of a calendar has no such field."
    case .calendarEventDeleted: "This event was deleted from the calendar."
    case .calendarEventUnknown: "This occurrence is not in the calendar."
    // MARK: Nutrition
    case .targetOutOfRange: "This target is not possible."
    case .templateNameEmpty: "A template needs a name."
    case .nutritionTemplateUnknown: "This template of targets does not exist."
    case .nutritionTemplateGone: "This template of targets was deleted."
    case .templateRangeInvalid: "A template starts today or later and ends no earlier."
    case .templateNotApplied: "This template is not in use for this person."
    case .templateEnded: "This template is no longer in use."
    case .foodUnknown: "There is no such meal or drink in the diary."
    case .nutrientsOutOfRange:
      "A dish has 0 to 6,553 kcal, 819 g of protein, carbohydrate, fat or sugar, 204 g of fiber "
        + "and 102 portions of vegetables."
    case .foodDeleted: "This meal or drink was deleted."
    // MARK: Goals
    case .goalUnknown: "This goal does not exist."
    case .goalDeleted: "This goal was deleted."
    case .goalTargetOutOfRange: "A target is from 1 to 1,000,000."
    case .goalDatesReversed: "A goal cannot end before it starts."
    case .goalAutomatic: "This goal updates automatically."
    case .goalChoiceUnknown: "Unknown goal type or priority."
    case .goalProgressOutOfRange: "This progress is not possible."
    case .goalTitleEmpty: "A goal needs a title."
    // MARK: Rewards
    case .pointsOutOfRange: "This number of points is not possible."
    case .rewardUnknown: "This reward does not exist."
    case .rewardWithdrawn: "This reward is no longer offered."
    case .rewardPriceChanged: "The price of this reward has changed."
    case .balanceTooLow: "There are not enough points for this reward."
    case .trophyUnknown: "This trophy does not exist."
    case .claimUnknown: "This claim does not exist."
    case .rewardClaimNotAllowed: "A parent has to claim this for you."
    case .bonusUnknown: "This bonus does not exist."
    case .rewardTitleEmpty: "A reward needs a title."
    case .pointItemUnknown: "No points can be set for this."
    // MARK: Training
    case .needsConnection: "This needs a connection."
    case .sessionUnknown: "This session does not exist."
    case .sessionDeleted: "This session was deleted."
    case .sessionOutOfRange: "A session needs a day, a time and at most 24 hours."
    case .effortOutOfRange: "An effort is from 1 to 10."
    case .setOutOfRange: "There is no such set, or this value is not possible."
    case .templateUnknown: "This template does not exist."
    case .templateDeleted: "This template was deleted."
    case .templateDayWrong: "The template plans no session on this day."
    case .coachNeeded: "Only a coach can assign workouts."
    case .notOnRoster: "This athlete is not on your roster."
    case .assignmentUnknown: "This workout was not assigned."
    case .assignmentWithdrawn: "This workout was withdrawn by the coach."
    case .assignmentCompleted: "A completed workout cannot be withdrawn."
    case .trainingLogUnknown: "There is no such workout in the log."
    // MARK: Academics
    case .courseUnknown: "This course does not exist."
    case .courseDeleted: "This course was deleted."
    case .academicItemUnknown: "There is no such assignment or exam."
    case .academicItemDeleted: "This assignment or exam was deleted."
    case .dueOutOfRange: "This is no day and time at which something can be due."
    case .timetableImpossible: "No timetable has such a time or term."
    case .titleMissing: "Courses, what is due in them, and training need a name."
    case .groupUnknown: "This group does not exist."
    case .groupDeleted: "This group was deleted."
    case .groupFull: "This group is full: it has 10 members."
    case .alreadyInGroup: "You are already in a group: leave it first."
    case .groupInvitationUnknown: "This invitation is not valid: ask for a new link."
    case .groupFounded: "This group already exists: join it by its invitation."
    case .groupAdminNeeded: "Only the group's admin can do this."
    case .groupNameEmpty: "A group needs a name."
    case .displayNameEmpty: "The boards need a name for you."
    case .groupOwnOnly: "You can only do this for yourself."
    case .notInGroup: "This person is not in the group."
    case .leaveInstead: "To go yourself, leave the group."
    case .groupConsentMissing: "Agree to share your workouts first."
    case .consentWithdrawn: "This was deleted when you stopped agreeing to share."
    case .sharingOff: "You have switched sharing with the group off."
    case .workoutDetail: "Only the count, the calories and the date of a workout are shared."
    case .zoneUnknown: "This time zone is not known."
    case .notForGroups: "A group keeps only what its challenges need."
    case .textTooLong: "A name has at most 200 bytes, and a note at most 4,000."
    }
  }
}
