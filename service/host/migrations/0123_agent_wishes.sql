-- The wish of a conversation as it was said: whom it asked for, and a no to texts.

ALTER TABLE agent_booking ADD COLUMN asked_provider_id bigint;
COMMENT ON COLUMN agent_booking.asked_provider_id IS 'Who was asked for: the plan of a day may send somebody else, and the same call again is the same booking. Null of bookings before this column.';

ALTER TABLE appointment ADD COLUMN texts_declined boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN appointment.texts_declined IS 'The customer said no to texts about this appointment, whatever they agreed to elsewhere.';

ALTER TABLE agent_contact_code ADD COLUMN used_by_hash text;
COMMENT ON COLUMN agent_contact_code.used_by_hash IS 'Keyed hash of the Idempotency-Key of the call that used it, whose repeat is answered as before; null of a call without one.';
