-- at.mark_seconds: seconds to mark a habit, modeled; target at most 5.
--
-- Seconds from opening the app to marking a habit, averaged over the habits done on enrolled days.
-- No screens are simulated: the times come from the scenario's model of launches and taps.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CAST(habits_done AS BIGINT) * mark_habit_milliseconds), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(habits_done), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled
)
SELECT
  'at.mark_seconds' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1 / (NULLIF(truth_denominator, 0) * CAST(1000 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
