-- ft.invite_conversion: invited people who joined a group; reported.
--
-- Adults who ever joined a group, of all adults ever enrolled whom the founder of a group could
-- invite. Invitation links are sent outside the app, so the server does not know who has one.
WITH counts AS (
  SELECT
    CAST(COALESCE(COUNT(joined_group_run_day), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE invited AND person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ft.invite_conversion' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
