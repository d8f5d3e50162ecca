-- ct.adoption.notifications: app opened after a notification, a proxy; reported.
--
-- Notifications after which the person opened the app within an hour, of all notifications of
-- which a push arrived at a phone. A proxy, because taps on notifications are not simulated: the
-- person may have opened the app for another reason.
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
