-- ct.retention.d1: classic retention on day 1 of families; reported.
--
-- People active on day 1 after their first active day, of all people whose day 1 ended before the
-- watermark minus the allowed lateness. Pooled over people, so larger cohorts weigh more. The
-- first active day is determined on each side separately, so the server may know another one than
-- the true one.
WITH cohorts AS (
  SELECT
    person,
    MIN(CASE WHEN active THEN run_day END) AS truth_day,
    MIN(CASE WHEN observed_active THEN run_day END) AS observed_day
  FROM person_days
  GROUP BY person
),
people AS (
  SELECT
    cohorts.person,
    MAX(CASE WHEN truth_day + 1 < run.days - run.allowed_lateness_days
      THEN 1 ELSE 0 END) AS truth_mature,
    MAX(CASE WHEN active AND run_day = truth_day + 1
      THEN 1 ELSE 0 END) AS truth_retained,
    MAX(CASE WHEN observed_day + 1 < run.days - run.allowed_lateness_days
      THEN 1 ELSE 0 END) AS observed_mature,
    MAX(CASE WHEN observed_active AND run_day = observed_day + 1
      THEN 1 ELSE 0 END) AS observed_retained
  FROM cohorts
  JOIN person_days ON person_days.person = cohorts.person
  CROSS JOIN run
  GROUP BY cohorts.person
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_mature * truth_retained), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(truth_mature), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_mature * observed_retained), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_mature), 0) AS BIGINT) AS observed_denominator
  FROM people
)
SELECT
  'ct.retention.d1' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
