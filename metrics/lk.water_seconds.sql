-- lk.water_seconds: seconds to log a drink, modeled; target at most 3.
--
-- Seconds from opening the app to logging a drink, averaged over the drinks that athletes logged
-- on enrolled days. No screens are simulated: the times come from the scenario's model of launches
-- and taps.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CAST(drinks AS BIGINT) * log_water_milliseconds), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(drinks), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role IN ('child', 'athlete')
)
SELECT
  'lk.water_seconds' AS metric,
  CAST(truth_numerator AS DOUBLE) * 1 / (NULLIF(truth_denominator, 0) * CAST(1000 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
