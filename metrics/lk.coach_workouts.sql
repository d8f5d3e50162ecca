-- lk.coach_workouts: assigned workouts that athletes completed; reported.
--
-- Workouts that athletes completed, of all workouts that were assigned to them and due by the
-- run's last day, without withdrawn ones. The observed side counts what the server accepted of
-- both. The product wants 85 %, which scenarios with coaches set as their target.
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
