-- ft.workouts_uplift: additional workouts per week in groups; target 2.
--
-- Workouts logged by hand per 7 enrolled days of adults in groups, minus those of all other
-- adults. Numerator and denominator are those of adults who ever joined a group. An association,
-- because members of groups are self-selected. Children log no workouts, so they are counted on
-- neither side.
WITH simulated AS (
  SELECT
    CASE WHEN joined_group_run_day IS NULL THEN 0 ELSE 1 END AS in_group,
    CAST(workouts AS BIGINT) AS truth_workouts,
    CAST(observed_workouts AS BIGINT) AS observed_workouts
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role = 'parent'
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_workouts * in_group), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(in_group), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(truth_workouts * (1 - in_group)), 0) AS BIGINT) AS truth_solo_numerator,
    CAST(COALESCE(SUM(1 - in_group), 0) AS BIGINT) AS truth_solo_denominator,
    CAST(COALESCE(SUM(observed_workouts * in_group), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(in_group), 0) AS BIGINT) AS observed_denominator,
    CAST(COALESCE(SUM(observed_workouts * (1 - in_group)), 0) AS BIGINT) AS observed_solo_numerator,
    CAST(COALESCE(SUM(1 - in_group), 0) AS BIGINT) AS observed_solo_denominator
  FROM simulated
)
SELECT
  'ft.workouts_uplift' AS metric,
  CAST(truth_numerator AS DOUBLE) * 7 / NULLIF(truth_denominator, 0)
    - CAST(truth_solo_numerator AS DOUBLE) * 7 / NULLIF(truth_solo_denominator, 0) AS truth_value,
  CASE WHEN truth_solo_denominator > 0 THEN truth_numerator ELSE 0 END AS truth_numerator,
  CASE WHEN truth_solo_denominator > 0 THEN truth_denominator ELSE 0 END AS truth_denominator,
  CAST(observed_numerator AS DOUBLE) * 7 / NULLIF(observed_denominator, 0)
    - CAST(observed_solo_numerator AS DOUBLE) * 7 / NULLIF(observed_solo_denominator, 0) AS observed_value,
  CASE WHEN observed_solo_denominator > 0 THEN observed_numerator ELSE 0 END AS observed_numerator,
  CASE WHEN observed_solo_denominator > 0 THEN observed_denominator ELSE 0 END AS observed_denominator
FROM counts;
