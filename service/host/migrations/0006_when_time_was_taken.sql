-- When a provider's time was taken, so that a refusal can say truly whether that has just happened.
ALTER TABLE appointment_block ADD COLUMN written_at timestamptz;
COMMENT ON COLUMN appointment_block.written_at IS 'When the time was booked or moved to; null for what was written before this column was there.';

ALTER TABLE calendar_busy ADD COLUMN fresh bytea NOT NULL DEFAULT '';
COMMENT ON COLUMN calendar_busy.fresh IS 'What became busy not long before the last change, as packed minutes in threes: start, end, and when it was read.';
