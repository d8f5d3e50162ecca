-- pc.crash_sessions: sessions with a crash; target at most 0.1 %.
--
-- Sessions in which the app crashed, of all sessions on enrolled days. The app's server learns of
-- neither.
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
