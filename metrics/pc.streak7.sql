-- pc.streak7: people who ever reached a 7-day streak; target 60 %.
--
-- People who had a habit with a streak of seven or more days on an enrolled day, of all people
-- ever enrolled. Observers and coaches have no habits and are not counted.
WITH habit_keepers AS (
  SELECT
    person_days.person,
    MAX(CASE WHEN streak_best >= 7 THEN 1 ELSE 0 END) AS truth_reached,
    MAX(CASE WHEN observed_streak_best >= 7 THEN 1 ELSE 0 END) AS observed_reached
  FROM person_days
  JOIN people ON people.person = person_days.person
  WHERE enrolled AND role NOT IN ('observer', 'coach')
  GROUP BY person_days.person
),
counts AS (
  SELECT
    CAST(COALESCE(SUM(truth_reached), 0) AS BIGINT) AS truth_numerator,
    CAST(COUNT(*) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(observed_reached), 0) AS BIGINT) AS observed_numerator,
    CAST(COUNT(*) AS BIGINT) AS observed_denominator
  FROM habit_keepers
)
SELECT
  'pc.streak7' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
