-- lk.coach_workouts: assigned workouts that were completed; reported.
--
-- Of the workouts that somebody assigned to those who train and that were due by the run's last day, those
-- that they completed; withdrawn ones do not count. People say both on their devices, and the server
-- knows what it took in. The product wants 85 %, which scenarios with coaches set as their target.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(workouts_completed), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(workouts_assigned), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_workouts_completed), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_workouts_assigned), 0) AS BIGINT) AS observed_denominator
  FROM people
  WHERE role IN ('child', 'athlete') AND person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'lk.coach_workouts' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
