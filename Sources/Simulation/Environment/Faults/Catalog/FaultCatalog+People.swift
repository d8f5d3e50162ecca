extension FaultCatalog {
  // People: their commands are demanding enough without any fault.
  static let people: [FaultKind] = [
    FaultKind(
      "randomCommands", key: 0x3662_0EC9_ADB9_E6FA,
      weight: 1.5,
      what: "People submit random commands of every kind.",
      parameters: [
        .amount(
          "activities.randomCommandProbability", .real(0.3...1.0), key: 0xD5DA_8958_E7D0_BBD9),
        .detail("behavior.sessionsPerActiveDayMean", .real(1.0...6.0), key: 0xDAEA_4FB6_330C_C516),
      ],
      seenBy: [.randomCommand]),
    FaultKind(
      "contention", key: 0x7C9E_8DBF_0193_03E2,
      weight: 2,
      what:
        "A whole family edits the same few things at once, on devices that are offline from "
        + "each other.",
      parameters: [
        .amount(
          "contention.contendedSessionProbability", .real(0.2...1.0), key: 0xEF14_A91B_19F2_ECB0),
        .detail("contention.actionsPerSessionMax", .whole(2...20), key: 0x690F_1AE9_48A1_D418),
        .detail("contention.simultaneousKinds", .whole(1...12), key: 0xA687_A423_9785_1AA7),
        .detail("contention.daysPerSubject", .whole(1...6), key: 0x86E1_2257_2E9B_A482),
        .detail("contention.transactionProbability", .real(0.02...0.5), key: 0xCB0C_A87F_D51A_904E),
        .detail("behavior.sessionsPerActiveDayMean", .real(1.5...4.0), key: 0x2EC2_E12F_21C2_7964),
        .detail(
          "population.parentsPerHousehold", .any([#"{ "2": 1 }"#]),
          key: 0xCEE0_EDB8_7D7B_3C14),
        .detail(
          "population.devicesPerAdult",
          .any([
            #"{ "1": 1 }"#,
            #"{ "1": 1, "2": 1 }"#,
            #"{ "2": 1 }"#,
          ]), key: 0x7E1F_6E5C_A4D7_EFA6),
        .detail("network.shortOfflinesPerDeviceWeek", .real(2.0...7.0), key: 0x4E81_2EB7_FD88_8D26),
        .detail(
          "network.shortOfflineMinutesMedian", .real(60.0...2000.0),
          key: 0x5092_367B_8BA5_F108),
        .detail("network.longOfflineDeviceFraction", .real(0.1...1.0), key: 0x34C0_A1B5_527C_1EC0),
        .detail("network.longOfflineDaysMax", .whole(2...12), key: 0xDAE2_DA87_B7F4_7DB2),
      ],
      seenBy: [.contention]),
    FaultKind(
      "lateJoiners", key: 0x061C_9C10_66DC_15AD,
      weight: 1.5,
      what: "Adults join their family later, by invitation.",
      parameters: [
        .amount("population.laterJoinerFraction", .real(0.3...1.0), key: 0xBBAB_11CC_241C_88AA),
        .detail(
          "population.laterJoinDelayDaysMedian", .real(0.5...8.0), key: 0xED7E_B664_85E8_F157),
      ],
      seenBy: [.lateJoin]),
    FaultKind(
      "doubleTaps", key: 0x4E3B_B319_5B7A_6486,
      what: "People tap twice, so that one command is submitted twice.",
      parameters: [
        .amount("behavior.doubleTapProbability", .real(0.02...0.5), key: 0x10F1_C84E_3BCE_B7E4)
      ],
      seenBy: [.doubleTap]),
    FaultKind(
      "simultaneousJoins", key: 0xE277_AE9D_A0D9_4D74,
      what:
        "More people join at once than there are seats, several of them by an invitation for "
        + "one.",
      parameters: [
        .amount("behavior.simultaneousJoinProbability", .real(0.5...1.0), key: 0x81B1_C102_F0EA_9662),
        .detail("population.laterJoinerFraction", .real(0.3...1.0), key: 0x62BC_BEC4_57D4_2DB0),
        .detail(
          "population.laterJoinDelayDaysMedian", .real(0.5...6.0), key: 0x95B2_1B27_79FE_B618),
        .detail("activities.groupMemberFraction", .real(0.8...1.0), key: 0xF5C3_B4D6_AA5A_AE2A),
        .detail(
          "population.observersPerHousehold", .any([#"{ "1": 1 }"#, #"{ "2": 1 }"#]),
          key: 0x48AA_8BCA_8474_4FFC),
      ],
      seenBy: [.simultaneousJoin]),
    FaultKind(
      "clockSetBack", key: 0x1F7A_D665_1D65_E0F7,
      what: "People set the clock back to save a streak.",
      parameters: [
        .amount("behavior.clockSetBackProbability", .real(0.05...1.0), key: 0x890B_1269_5083_AF1A)
      ],
      seenBy: [.clockSetBack]),
    FaultKind(
      "undoRedo", key: 0xBE4C_D47B_F7F9_FE04,
      what: "People undo a completion, and some do it once more.",
      parameters: [
        .amount("behavior.habitUndoProbability", .real(0.1...0.9), key: 0xB6DB_9C65_7866_4F0D)
      ],
      seenBy: [.undo]),
    FaultKind(
      "rejoining", key: 0x637E_FC7A_7953_FF4B,
      weight: 1.5,
      what: "Members leave a group or are removed from it, and join it again.",
      parameters: [
        .amount("contention.groupRejoinProbability", .real(0.1...1.0), key: 0xF960_6CB4_198D_7855),
        .detail("contention.groupLeaveProbability", .real(0.05...0.5), key: 0x750C_AB38_56F5_EAE6),
        .detail("activities.groupMemberFraction", .real(0.6...1.0), key: 0x7B39_111A_7447_1F11),
      ],
      seenBy: [.rejoin]),
    FaultKind(
      "churn", key: 0xB194_F0C9_2A28_14F1,
      what: "People stop using the app for good.",
      parameters: [
        .amount("behavior.leaveHazardDaily", .real(0.005...0.2), key: 0xEDA5_A5FB_F281_071E)
      ],
      seenBy: [.churn]),
    FaultKind(
      "minorsInGroups", key: 0x8C21_48AC_3840_20A4,
      weight: 0.7,
      what: "Children join groups, where their parents' consent counts too.",
      parameters: [
        .amount("contention.minorsInGroupsFraction", .real(0.3...1.0), key: 0x2F5E_6A94_8B61_5497),
        .detail("activities.groupMemberFraction", .real(0.6...1.0), key: 0xF5B6_0245_8F63_7E1E),
      ],
      seenBy: [.minorJoin]),
    FaultKind(
      "accountDeletions", key: 0x2EC6_91B0_E90A_537A,
      weight: 0.4,
      what: "People who leave delete their account.",
      why:
        "A feed from which an account was erased is sent again only in part, so this stays "
        + "rare.",
      parameters: [
        .amount(
          "contention.accountDeletionProbability", .real(0.3...1.0), key: 0x7B59_6919_4198_567D),
        .detail("behavior.leaveHazardDaily", .real(0.005...0.1), key: 0xC79C_43FC_2CB1_F203),
      ],
      seenBy: [.accountDeletion]),
    FaultKind(
      "deletions", key: 0x1DFD_1785_7E17_A64F,
      what: "People delete, restore and edit habits.",
      parameters: [
        .amount("behavior.habitDeleteProbability", .real(0.02...0.5), key: 0x3C9B_D438_86BF_3C19),
        .detail("behavior.habitRestoreProbability", .real(0.1...1.0), key: 0x3A31_3FCD_FFAC_C4C6),
        .detail("behavior.habitEditProbability", .real(0.02...0.5), key: 0xBD04_15D3_7327_10CB),
      ],
      seenBy: [.deletion]),
  ]
}
