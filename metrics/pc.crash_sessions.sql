-- pc.crash_sessions: sessions whose app crashed; target at most 0.1 %.
--
-- Sessions on enrolled days whose app was ended by something else than its user, of all of them. The
-- server of the app hears of neither.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(crashed_sessions), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(sessions), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  WHERE enrolled
)
SELECT
  'pc.crash_sessions' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
