-- pc.core_weekly: weekly active people; target 90 %.
--
-- Weeks in which people did a core action, of all whole weeks of the run, counted from its first
-- day, in which they were enrolled on all seven days. Observers and coaches cannot do core actions
-- and are not counted.
WITH weeks AS (
  SELECT
    person_days.person,
    CAST(FLOOR(run_day / 7) AS INT) AS week,
    MAX(CASE WHEN active THEN 1 ELSE 0 END) AS truth_active,
    MAX(CASE WHEN observed_active THEN 1 ELSE 0 END) AS observed_active
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role NOT IN ('observer', 'coach')
  GROUP BY person_days.person, CAST(FLOOR(run_day / 7) AS INT)
  HAVING COUNT(*) = 7
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_active), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_active), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM weeks
)
SELECT
  'pc.core_weekly' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
