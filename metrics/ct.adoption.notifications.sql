-- ct.adoption.notifications: notifications after which the app was opened, a proxy; reported.
--
-- Of the notifications of which a push got to a phone, those after which the person opened the app within
-- an hour. A proxy, because no rule says who touches a notification: they may have come by themselves.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(notifications_opened), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(SUM(notifications_delivered), 0) AS BIGINT) AS truth_denominator
  FROM people
  WHERE person IN (SELECT person FROM person_days WHERE enrolled)
)
SELECT
  'ct.adoption.notifications' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
