-- lk.water: drinks of water per day of athletes; target 3.
--
-- Drinks logged for athletes, per enrolled day.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(drinks), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_drinks), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role IN ('child', 'athlete')
)
SELECT
  'lk.water' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
