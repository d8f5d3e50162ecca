-- ct.adoption.calendar: families with a linked calendar; reported.
--
-- Households in which a person ever enrolled linked an external calendar on a device, of all
-- households with a person ever enrolled.
WITH counts AS (
  SELECT
    CAST(COALESCE(COUNT(DISTINCT CASE WHEN linked_calendar THEN household END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(DISTINCT household), 0) AS BIGINT) AS truth_denominator
  FROM (
    SELECT person_days.household, linked_calendar
    FROM person_days
    JOIN people ON people.person = person_days.person
    WHERE enrolled
  ) AS enrolled_days
)
SELECT
  'ct.adoption.calendar' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
