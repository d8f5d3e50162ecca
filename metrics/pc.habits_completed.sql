-- pc.habits_completed: habits completed; target 75 % of habits due.
--
-- Habits done, of all habits due on enrolled days.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(habits_done), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(habits_due), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_habits_done), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_habits_due), 0) AS BIGINT) AS observed_denominator
  FROM person_days
  WHERE enrolled
)
SELECT
  'pc.habits_completed' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
