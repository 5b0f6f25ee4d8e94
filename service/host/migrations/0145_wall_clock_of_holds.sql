-- Holds and offers of the waiting list keep their wall-clock time when the rules of their zone change, as appointments do.

ALTER TABLE hold ADD COLUMN clock_offset integer;
COMMENT ON COLUMN hold.clock_offset IS 'How many minutes the zone''s clock is ahead of UTC at its start by the rules of when it was made; null of older ones.';
ALTER TABLE waiting_offer ADD COLUMN clock_offset integer;
COMMENT ON COLUMN waiting_offer.clock_offset IS 'How many minutes the zone''s clock is ahead of UTC at its start by the rules of when it was made; null of older ones.';
