-- ft.adoption: monthly active people in a group; target 40 %.
--
-- Adults who ever joined a group, of all adults with a core action in the last 30 days of the run.
-- Groups are for adults, so children and athletes are not counted, and neither are observers and
-- coaches.
WITH actives AS (
  SELECT
    person_days.person,
    MAX(CASE WHEN joined_group_run_day IS NULL THEN 0 ELSE 1 END) AS in_group,
    MAX(CASE WHEN active THEN 1 ELSE 0 END) AS truth_active,
    MAX(CASE WHEN observed_active THEN 1 ELSE 0 END) AS observed_active
  FROM person_days
  JOIN people ON people.person = person_days.person
  CROSS JOIN run
  WHERE enrolled AND role = 'parent' AND run_day >= run.days - 30
  GROUP BY person_days.person
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_active * in_group), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(truth_active), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_active * in_group), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_active), 0) AS BIGINT) AS observed_denominator
  FROM actives
)
SELECT
  'ft.adoption' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
