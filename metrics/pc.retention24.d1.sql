-- pc.retention24.d1: 24-hour retention on day 1; reported.
--
-- People with a core action between 24 and 48 hours after their first one, of all people for whom
-- the day on which these hours end was over before the watermark minus the allowed lateness.
WITH cohorts AS (
  SELECT person, MIN(run_day) AS first_day
  FROM person_days
  WHERE active
  GROUP BY person
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN active_24h_window > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator
  FROM cohorts
  JOIN person_days ON person_days.person = cohorts.person AND run_day = first_day + 1
  CROSS JOIN run
  WHERE first_day + 2 < run.days - run.allowed_lateness_days
)
SELECT
  'pc.retention24.d1' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
