-- pc.sessions_per_day: sessions of an active person a day; target 2.5.
--
-- Sessions on days on which an enrolled person did a core action, of those days. An app that is
-- opened tells nobody, so the server cannot know it.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(sessions), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(*), 0) AS BIGINT) AS truth_denominator
  FROM person_days
  WHERE enrolled AND active
)
SELECT
  'pc.sessions_per_day' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(NULL AS DOUBLE) AS observed_value,
  CAST(0 AS BIGINT) AS observed_numerator,
  CAST(0 AS BIGINT) AS observed_denominator
FROM counts;
