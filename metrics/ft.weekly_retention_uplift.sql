-- ft.weekly_retention_uplift: uplift of bracket retention on days 7 to 13 in groups; target +30 %.
--
-- Bracket retention on days 7 to 13 of adults in groups relative to that of all other adults,
-- minus one: 0.25 is a quarter more, not 25 percentage points. Numerator and denominator are those
-- of adults who ever joined a group. An association, because members of groups are self-selected.
WITH cohorts AS (
  SELECT
    person,
    MIN(CASE WHEN active THEN run_day END) AS truth_day,
    MIN(CASE WHEN observed_active THEN run_day END) AS observed_day
  FROM person_days
  GROUP BY person
),
people_followed AS (
  SELECT
    cohorts.person,
    MAX(CASE WHEN truth_day + 13 < run.days - run.allowed_lateness_days
      THEN 1 ELSE 0 END) AS truth_mature,
    MAX(CASE WHEN active AND run_day BETWEEN truth_day + 7 AND truth_day + 13
      THEN 1 ELSE 0 END) AS truth_retained,
    MAX(CASE WHEN observed_day + 13 < run.days - run.allowed_lateness_days
      THEN 1 ELSE 0 END) AS observed_mature,
    MAX(CASE WHEN observed_active AND run_day BETWEEN observed_day + 7 AND observed_day + 13
      THEN 1 ELSE 0 END) AS observed_retained
  FROM cohorts
  JOIN person_days ON person_days.person = cohorts.person
  CROSS JOIN run
  GROUP BY cohorts.person
),
grouped AS (
  SELECT
    people_followed.*,
    CASE WHEN joined_group_run_day IS NULL THEN 0 ELSE 1 END AS in_group
  FROM people_followed
  JOIN people ON people.person = people_followed.person
  WHERE role = 'parent'
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_mature * truth_retained * in_group), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(truth_mature * in_group), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(truth_mature * truth_retained * (1 - in_group)), 0) AS BIGINT) AS truth_solo_numerator,
    CAST(COALESCE(SUM(truth_mature * (1 - in_group)), 0) AS BIGINT) AS truth_solo_denominator,
    CAST(COALESCE(SUM(observed_mature * observed_retained * in_group), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_mature * in_group), 0) AS BIGINT) AS observed_denominator,
    CAST(COALESCE(SUM(observed_mature * observed_retained * (1 - in_group)), 0) AS BIGINT) AS observed_solo_numerator,
    CAST(COALESCE(SUM(observed_mature * (1 - in_group)), 0) AS BIGINT) AS observed_solo_denominator
  FROM grouped
)
SELECT
  'ft.weekly_retention_uplift' AS metric,
  (CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0))
    / NULLIF(CAST(truth_solo_numerator AS DOUBLE) / NULLIF(truth_solo_denominator, 0), 0) - 1 AS truth_value,
  CASE WHEN truth_solo_numerator > 0 THEN truth_numerator ELSE 0 END AS truth_numerator,
  CASE WHEN truth_solo_numerator > 0 THEN truth_denominator ELSE 0 END AS truth_denominator,
  (CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0))
    / NULLIF(CAST(observed_solo_numerator AS DOUBLE) / NULLIF(observed_solo_denominator, 0), 0) - 1 AS observed_value,
  CASE WHEN observed_solo_numerator > 0 THEN observed_numerator ELSE 0 END AS observed_numerator,
  CASE WHEN observed_solo_numerator > 0 THEN observed_denominator ELSE 0 END AS observed_denominator
FROM counts;
