-- ft.group_4weeks: groups active four weeks in a row; reported.
--
-- Groups with a person on their board in four or more consecutive weeks, of all groups that ever
-- had a member. The server computes the boards, so both sides are equal.
WITH counts AS (
  SELECT
    CAST(COALESCE(SUM(CASE WHEN led_group_streak_weeks >= 4 THEN 1 ELSE 0 END), 0) AS BIGINT) AS truth_numerator,
    CAST(COALESCE(COUNT(led_group_streak_weeks), 0) AS BIGINT) AS truth_denominator,
    CAST(COALESCE(SUM(CASE WHEN led_group_streak_weeks >= 4 THEN 1 ELSE 0 END), 0) AS BIGINT) AS observed_numerator,
    CAST(COALESCE(COUNT(led_group_streak_weeks), 0) AS BIGINT) AS observed_denominator
  FROM people
)
SELECT
  'ft.group_4weeks' AS metric,
  CAST(truth_numerator AS DOUBLE) / NULLIF(truth_denominator, 0) AS truth_value,
  truth_numerator,
  truth_denominator,
  CAST(observed_numerator AS DOUBLE) / NULLIF(observed_denominator, 0) AS observed_value,
  observed_numerator,
  observed_denominator
FROM counts;
