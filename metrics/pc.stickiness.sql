-- pc.stickiness: stickiness, daily over monthly active people; reported.
--
-- Days on which people were active, of days on which they were active at least once in the 30 days
-- ending that day. Counts enrolled days that have 30 days of the run to look back on.
WITH months AS (
  SELECT
    run_day,
    CASE WHEN active THEN 1 ELSE 0 END AS truth_active,
    CASE WHEN observed_active THEN 1 ELSE 0 END AS observed_active,
    MAX(CASE WHEN active THEN 1 ELSE 0 END) OVER (
      PARTITION BY person ORDER BY run_day RANGE BETWEEN 29 PRECEDING AND CURRENT ROW
    ) AS truth_month,
    MAX(CASE WHEN observed_active THEN 1 ELSE 0 END) OVER (
      PARTITION BY person ORDER BY run_day RANGE BETWEEN 29 PRECEDING AND CURRENT ROW
    ) AS observed_month
  FROM person_days
  WHERE enrolled
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_active), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(truth_month), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_active), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(observed_month), 0) AS BIGINT) AS observed_denominator
  FROM months
  WHERE run_day >= 29
)
SELECT
  'pc.stickiness' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
