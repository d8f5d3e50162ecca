-- ct.adoption.nutrition: people who ever logged a meal; reported.
--
-- People with a meal logged on an enrolled day, of all people ever enrolled. Observers and coaches
-- have no meals and are not counted.
WITH users AS (
  SELECT
    person_days.person,
    MAX(CASE WHEN meals >= 1 THEN 1 ELSE 0 END) AS truth_logged,
    MAX(CASE WHEN observed_meals >= 1 THEN 1 ELSE 0 END) AS observed_logged
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role NOT IN ('observer', 'coach')
  GROUP BY person_days.person
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_logged), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_logged), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM users
)
SELECT
  'ct.adoption.nutrition' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
