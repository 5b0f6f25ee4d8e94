-- Under which rules of its zone a session was put on the board, so that it keeps its wall-clock time when they change.
ALTER TABLE class_session ADD COLUMN clock_offset integer;
COMMENT ON COLUMN class_session.clock_offset IS 'How many minutes the zone''s clock is ahead of UTC at its start by the rules it was put on the board under; null where that is not known.';
UPDATE class_session s SET clock_offset = a.clock_offsets[1]
  FROM appointment a
  WHERE a.company_id = s.company_id AND a.session_id = s.id AND a.start_at = s.start_at AND a.timezone = s.timezone;
