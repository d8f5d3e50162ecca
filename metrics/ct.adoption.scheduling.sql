-- ct.adoption.scheduling: people who ever edited the family's schedule; reported.
--
-- People who ever edited the family's schedule on their own device, of all people ever enrolled.
-- The observed side counts the edits that the server accepted. Coaches cannot edit it and are not
-- counted.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN used_schedule THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN observed_used_schedule THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS observed_denominator
  FROM people
  WHERE role NOT IN ('coach')
    AND person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ct.adoption.scheduling' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
