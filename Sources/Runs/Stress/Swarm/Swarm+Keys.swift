import Base

// By which keys kinds of trouble and their parameters are drawn. They are numbers that were given
// once, and not made from the names: a kind or a parameter can be called something else, and every
// seed still draws what it drew.
extension Swarm {
  /// The key that a kind is drawn by; one that only a file of its own knows has one by its name.
  static func key(of kind: Kind) -> UInt64 {
    keys[kind.name]?.kind ?? Digest128.of(text: kind.name).first
  }

  /// The key that a parameter of a kind is drawn by.
  static func key(of field: Field, in kind: Kind) -> UInt64 {
    keys[kind.name]?.fields[field.path]
      ?? Digest128.of(text: "\(kind.name) \(field.path)").first
  }

  private struct Keys {
    var kind: UInt64
    var fields: [String: UInt64]
  }

  private static let keys: [String: Keys] = [
    "limits": Keys(
      kind: 0x60FF_2703_DEAC_7722,
      fields: [
        "sync.pageRowsMax": 0xA713_FAE0_08AE_7D46,
        "sync.pushOperationsMax": 0x1957_0EC0_55DE_A9C7,
      ]),
    "loss": Keys(
      kind: 0x4CAE_E6A3_693C_6F01,
      fields: [
        "network.lossProbability": 0xF5B0_5C9C_92AD_3140
      ]),
    "answerLoss": Keys(
      kind: 0x7402_C8D0_FF96_CFD3,
      fields: [
        "network.responseLossProbability": 0x038D_A4E4_67B2_EF77
      ]),
    "damage": Keys(
      kind: 0x68DF_0581_001B_8081,
      fields: [
        "network.responseDamageProbability": 0xBDBB_8C58_3991_B339
      ]),
    "doubles": Keys(
      kind: 0x2045_938F_D056_5520,
      fields: [
        "network.duplicateProbability": 0x49AB_6115_4B60_B879
      ]),
    "detours": Keys(
      kind: 0xB1C1_C2C4_D66A_57BB,
      fields: [
        "network.reorderProbability": 0x46F3_5F6D_40B7_2E52,
        "network.reorderDelayMillisecondsMax": 0x9AA2_F7AE_73A2_FC00,
      ]),
    "slowness": Keys(
      kind: 0x610C_E2B2_6160_0C02,
      fields: [
        "network.latencyMillisecondsMedian": 0xD615_7873_A1A0_B308,
        "network.latencySigma": 0x89C4_6E8C_C958_8C12,
      ]),
    "impatience": Keys(
      kind: 0xDBB1_F4F8_0A06_D5E4,
      fields: [
        "sync.requestTimeoutMilliseconds": 0xDF34_97AC_B14E_A46F,
        "sync.retryBackoffMillisecondsMin": 0xFF78_CD27_A7C7_DCC5,
      ]),
    "spells": Keys(
      kind: 0xDA07_5D37_1430_8236,
      fields: [
        "network.shortOfflinesPerDeviceWeek": 0x566C_2E6B_0A4D_4CC5,
        "network.shortOfflineMinutesMedian": 0x7123_5E35_52FE_03F4,
      ]),
    "absence": Keys(
      kind: 0x3756_6416_40EE_A7CB,
      fields: [
        "network.longOfflineDeviceFraction": 0x1468_1A05_89FA_A6AF,
        "network.longOfflineDaysMax": 0xBC35_877E_1E5D_08D7,
      ]),
    "sleepers": Keys(
      kind: 0xAF5C_E878_DA11_8BDF,
      fields: [
        "sync.backgroundRefreshHours": 0x471A_69B0_B6C4_FE64
      ]),
    "skewedClocks": Keys(
      kind: 0x365A_B9DB_459E_36E8,
      fields: [
        "clocks.skewedFraction": 0xA659_61FE_42C3_D2F3,
        "clocks.skewSecondsMax": 0x5096_A41F_0D51_DA0B,
      ]),
    "driftingClocks": Keys(
      kind: 0x6CBB_9D1F_30CA_B625,
      fields: [
        "clocks.driftingFraction": 0xD177_853D_9AEE_39F5,
        "clocks.driftPartsPerMillionMax": 0x25FF_80DC_D4AB_A4FE,
      ]),
    "jumpingClocks": Keys(
      kind: 0x0438_62DF_0050_3D89,
      fields: [
        "clocks.jumpsPerDeviceYear": 0x8B15_F928_306A_942E,
        "clocks.jumpSecondsMax": 0x90FA_EA76_D7AB_A54E,
      ]),
    "wrongZones": Keys(
      kind: 0x36D6_920B_5BEA_F3D8,
      fields: [
        "clocks.wrongZoneFraction": 0x5D8F_6438_F4CD_3A1E
      ]),
    "travel": Keys(
      kind: 0x3271_CD63_F1A6_B2CD,
      fields: [
        "clocks.travelsPerPersonYear": 0x5D70_138E_565F_7E05,
        "clocks.travelDaysMax": 0x40A2_5CB2_188C_D10D,
      ]),
    "serverClock": Keys(
      kind: 0xEC56_C3FC_4DC7_7D11,
      fields: [
        "clocks.serverSkewSecondsMax": 0x7ACA_4EAB_BCE9_3893
      ]),
    "clockBound": Keys(
      kind: 0x69F5_0F27_7C46_9762,
      fields: [
        "sync.clockSkewBoundMilliseconds": 0xC21F_A261_A072_C8A8
      ]),
    "reinstalls": Keys(
      kind: 0x5F37_F324_E82E_B511,
      fields: [
        "installs.reinstallsPerDeviceYear": 0x0D1D_9DCE_2AE0_6045
      ]),
    "fleets": Keys(
      kind: 0x45DC_560E_13DC_1475,
      fields: [
        "installs.oldVersionFraction": 0xC106_37BA_3AEA_872D,
        "installs.updateDays": 0x86B0_396D_5206_D8CD,
        "installs.newVersionFraction": 0xC3BF_0DD6_7977_C879,
      ]),
    "crashes": Keys(
      kind: 0x6D7A_D17F_F256_94F1,
      fields: [
        "installs.crashProbability": 0x412C_2138_BA72_9FA3
      ]),
    "widgets": Keys(
      kind: 0x7729_7C71_1330_3E2F,
      fields: [
        "installs.widgetsPerDeviceYear": 0x2F41_A6AF_54A2_5636
      ]),
    "restores": Keys(
      kind: 0x0CDE_5877_FBBD_43C3,
      fields: [
        "installs.restoresPerDeviceYear": 0x399D_A7BD_0EED_3B02,
        "installs.backupDays": 0x35E8_125A_2641_137B,
      ]),
    "clones": Keys(
      kind: 0x6A72_E1A7_96D5_F1C8,
      fields: [
        "installs.clonesPerDeviceYear": 0xEF48_136B_95FB_E7C2
      ]),
    "loans": Keys(
      kind: 0x9D39_5982_58FD_1D33,
      fields: [
        "installs.sharedSignInsPerDeviceYear": 0xCAF8_04DA_29E4_4627
      ]),
    "failovers": Keys(
      kind: 0x44EE_FD0C_E26B_4355,
      fields: [
        "network.failoversPerYear": 0xAB1A_C854_9B1D_6978,
        "network.failoverMinutesMax": 0x8D1E_CCDE_1B7C_FB66,
      ]),
    "outages": Keys(
      kind: 0x8DC0_AB5F_CE3E_2AF2,
      fields: [
        "network.outagesPerYear": 0x6C71_6AC1_D7C5_FFB3,
        "network.outageMinutesMax": 0x0E10_4D81_9A2F_6388,
      ]),
    "portals": Keys(
      kind: 0xACBA_BB58_AD77_6182,
      fields: [
        "network.captivePortalsPerDeviceWeek": 0x90DB_FDD0_BA61_9435,
        "network.captivePortalMinutesMax": 0x5041_F97F_597F_B810,
      ]),
    "throttles": Keys(
      kind: 0x75EA_4B57_6229_7A5D,
      fields: [
        "network.requestsPerMinuteMax": 0x2457_2F66_D0ED_8230
      ]),
    "fullStores": Keys(
      kind: 0x5E52_C60B_E1A0_3CA6,
      fields: [
        "installs.storageFullPerDeviceYear": 0x3553_A22A_6AD8_C738,
        "installs.storageFullHoursMax": 0x6569_AC45_2A85_3332,
      ]),
    "calendarTrouble": Keys(
      kind: 0x58DD_8243_BD91_AD20,
      fields: [
        "network.calendarFailureProbability": 0x883C_1C40_4F60_919E,
        "network.calendarTokensExpiredPerWeek": 0x939E_B2D5_E746_C261,
        "network.calendarSkewSecondsMax": 0xF1E1_5058_647D_D683,
      ]),
    "calendarThrottle": Keys(
      kind: 0x567B_414A_8C07_24AD,
      fields: [
        "network.calendarRequestsPerMinuteMax": 0x6F31_3422_B2CC_8F9E
      ]),
    "catalogueTrouble": Keys(
      kind: 0xDB7C_AEA0_318A_EB45,
      fields: [
        "network.catalogFailureProbability": 0x9BAE_D1A4_DBB9_CD40
      ]),
    "healthTrouble": Keys(
      kind: 0x3D0D_5458_4D88_CC75,
      fields: [
        "network.healthStoreFailuresPerWeek": 0xFE6F_ACBF_66B5_1DDE,
        "activities.healthChangeProbability": 0x72DB_58F5_BA03_F2E5,
      ]),
    "whims": Keys(
      kind: 0x3662_0EC9_ADB9_E6FA,
      fields: [
        "activities.randomCommandProbability": 0xD5DA_8958_E7D0_BBD9,
        "behavior.sessionsPerActiveDayMean": 0xDAEA_4FB6_330C_C516,
      ]),
    "contention": Keys(
      kind: 0x7C9E_8DBF_0193_03E2,
      fields: [
        "contention.contendedSessionProbability": 0xEF14_A91B_19F2_ECB0,
        "contention.actionsPerSessionMax": 0x690F_1AE9_48A1_D418,
        "contention.simultaneousKinds": 0xA687_A423_9785_1AA7,
        "contention.daysPerSubject": 0x86E1_2257_2E9B_A482,
        "contention.transactionProbability": 0xCB0C_A87F_D51A_904E,
        "behavior.sessionsPerActiveDayMean": 0x2EC2_E12F_21C2_7964,
        "population.parentsPerHousehold": 0xCEE0_EDB8_7D7B_3C14,
        "population.devicesPerAdult": 0x7E1F_6E5C_A4D7_EFA6,
        "network.shortOfflinesPerDeviceWeek": 0x4E81_2EB7_FD88_8D26,
        "network.shortOfflineMinutesMedian": 0x5092_367B_8BA5_F108,
        "network.longOfflineDeviceFraction": 0x34C0_A1B5_527C_1EC0,
        "network.longOfflineDaysMax": 0xDAE2_DA87_B7F4_7DB2,
      ]),
    "latecomers": Keys(
      kind: 0x061C_9C10_66DC_15AD,
      fields: [
        "population.laterJoinerFraction": 0xBBAB_11CC_241C_88AA,
        "population.laterJoinDelayDaysMedian": 0xED7E_B664_85E8_F157,
      ]),
    "doubleTaps": Keys(
      kind: 0x4E3B_B319_5B7A_6486,
      fields: [
        "behavior.doubleTapProbability": 0x10F1_C84E_3BCE_B7E4
      ]),
    "joiningTogether": Keys(
      kind: 0xE277_AE9D_A0D9_4D74,
      fields: [
        "behavior.transactionProbability": 0x81B1_C102_F0EA_9662,
        "population.laterJoinerFraction": 0x62BC_BEC4_57D4_2DB0,
        "population.laterJoinDelayDaysMedian": 0x95B2_1B27_79FE_B618,
        "activities.groupMemberFraction": 0xF5C3_B4D6_AA5A_AE2A,
        "population.observersPerHousehold": 0x48AA_8BCA_8474_4FFC,
      ]),
    "savedStreaks": Keys(
      kind: 0x1F7A_D665_1D65_E0F7,
      fields: [
        "behavior.clockSetBackProbability": 0x890B_1269_5083_AF1A
      ]),
    "toggling": Keys(
      kind: 0xBE4C_D47B_F7F9_FE04,
      fields: [
        "behavior.habitUndoProbability": 0xB6DB_9C65_7866_4F0D
      ]),
    "comingBack": Keys(
      kind: 0x637E_FC7A_7953_FF4B,
      fields: [
        "contention.groupRejoinProbability": 0xF960_6CB4_198D_7855,
        "contention.groupLeaveProbability": 0x750C_AB38_56F5_EAE6,
        "activities.groupMemberFraction": 0x7B39_111A_7447_1F11,
      ]),
    "leaving": Keys(
      kind: 0xB194_F0C9_2A28_14F1,
      fields: [
        "behavior.leaveHazardDaily": 0xEDA5_A5FB_F281_071E
      ]),
    "youngInGroups": Keys(
      kind: 0x8C21_48AC_3840_20A4,
      fields: [
        "contention.minorsInGroupsFraction": 0x2F5E_6A94_8B61_5497,
        "activities.groupMemberFraction": 0xF5B6_0245_8F63_7E1E,
      ]),
    "deletedAccounts": Keys(
      kind: 0x2EC6_91B0_E90A_537A,
      fields: [
        "contention.accountDeletionProbability": 0x7B59_6919_4198_567D,
        "behavior.leaveHazardDaily": 0xC79C_43FC_2CB1_F203,
      ]),
    "deleting": Keys(
      kind: 0x1DFD_1785_7E17_A64F,
      fields: [
        "behavior.habitDeleteProbability": 0x3C9B_D438_86BF_3C19,
        "behavior.habitRestoreProbability": 0x3A31_3FCD_FFAC_C4C6,
        "behavior.habitEditProbability": 0xBD04_15D3_7327_10CB,
      ]),
    "months": Keys(
      kind: 0x801D_021F_9A15_F91C,
      fields: [
        "network.longOfflineDeviceFraction": 0xBE27_74CA_7CED_4BF8,
        "network.longOfflineDaysMax": 0xC0E9_9CB4_99FC_1206,
        "days": 0x44B2_995E_093E_37F8,
        "people": 0x7477_20D7_ED79_40C8,
        "population.joinDaysSpread": 0x4861_2E4C_AB1E_C05A,
      ]),
    "manyDevices": Keys(
      kind: 0x6F2A_691C_5499_F6CB,
      fields: [
        "population.devicesPerAdult": 0x3CEB_3B9C_EE20_8DB1,
        "population.devicesPerChild": 0x9CF9_F147_E8C2_3CD2,
      ]),
    "crossings": Keys(
      kind: 0xFC4F_F80F_EB03_F25D,
      fields: [
        "start": 0x21AD_1308_8C7D_DDB4
      ]),
    "farZones": Keys(
      kind: 0x1529_EA53_9F5E_AF11,
      fields: [
        "population.zones": 0xF453_A9DC_E47B_1A9A
      ]),
  ]
}
