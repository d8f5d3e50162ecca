-- ct.cost: dollars per month for 100 active families; target at most 150.
--
-- Dollars that the backend costs at published prices, per 30 days and 100 families with a person
-- active in that month of the run. The server knows its own bill, so both sides are equal.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(server_cost_microdollars), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(family_active_month_days), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(server_cost_microdollars), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(SUM(family_active_month_days), 0) AS BIGINT) AS observed_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ct.cost' AS metric,
  CAST(truth_numerator AS DOUBLE) * 3000 / (NULLIF(truth_denominator, 0) * CAST(1000000 AS DOUBLE)) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) * 3000 / (NULLIF(observed_denominator, 0) * CAST(1000000 AS DOUBLE)) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
