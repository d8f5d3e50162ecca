-- lk.crash_free: sessions of athletes without a crash; target 99.5 %.
--
-- Sessions of athletes in which the app did not crash, of all their sessions on enrolled days.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(sessions - crashed_sessions), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(sessions), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role IN ('child', 'athlete')
)
SELECT
  'lk.crash_free' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
