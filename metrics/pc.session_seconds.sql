-- pc.session_seconds: session length in seconds; target at most 45.
--
-- Seconds from opening the app to closing it, averaged over all sessions that ended on an enrolled
-- day.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(session_seconds), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(sessions), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  WHERE enrolled
)
SELECT
  'pc.session_seconds' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
