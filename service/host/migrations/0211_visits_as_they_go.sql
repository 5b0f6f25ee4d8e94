-- How a visit goes: when its provider arrived, and why nobody was served.

ALTER TABLE appointment ADD COLUMN arrived_at timestamptz;
ALTER TABLE appointment ADD COLUMN no_show_reason text;
ALTER TABLE appointment ADD CONSTRAINT appointment_no_show_reason
  CHECK (no_show_reason IN ('nobody_home', 'no_way_in', 'wrong_address', 'sent_away', 'other'));
COMMENT ON COLUMN appointment.arrived_at IS 'When the provider came to the customer; null before, and for visits elsewhere.';
COMMENT ON COLUMN appointment.no_show_reason IS 'Why a visit at the customer''s became a no-show; null where nobody said.';
COMMENT ON TABLE cancel_due IS 'One cancel that has yet to take effect, or one completion or no-show that has yet to be told: the queue of what can still be taken back unheard.';
