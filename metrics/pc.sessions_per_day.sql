-- pc.sessions_per_day: sessions per active day; target 2.5.
--
-- Sessions per enrolled day with a core action. Opening the app sends nothing, so the server
-- cannot know it.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(sessions), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  WHERE enrolled AND active
)
SELECT
  'pc.sessions_per_day' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
