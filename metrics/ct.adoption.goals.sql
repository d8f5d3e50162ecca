-- ct.adoption.goals: people who ever edited a goal; reported.
--
-- People who ever edited a goal on their own device, of all people ever enrolled. The observed
-- side counts the edits that the server accepted. Observers and coaches cannot edit goals and are
-- not counted.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN used_goals THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN observed_used_goals THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM people
  WHERE role NOT IN ('observer', 'coach')
    AND person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ct.adoption.goals' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
