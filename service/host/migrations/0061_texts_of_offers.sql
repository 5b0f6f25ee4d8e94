-- Texts and mails that offer a time to somebody who waits.
ALTER TABLE text_message ADD COLUMN offer_id bigint;
ALTER TABLE text_message DROP CONSTRAINT text_message_purpose_check;
ALTER TABLE text_message ADD CONSTRAINT text_message_purpose_check CHECK (purpose IN ('code', 'confirmation', 'change', 'reminder', 'outreach', 'links', 'cancel_reply', 'password_reset', 'user_invitation', 'endpoint_disabled', 'calendar_lost', 'booking_asked', 'day_digest', 'offer'));
ALTER TABLE text_message DROP CONSTRAINT text_message_about_check;
ALTER TABLE text_message ADD CONSTRAINT text_message_about_check CHECK (CASE purpose
  WHEN 'code' THEN from_phone IS NOT NULL AND phone_sealed IS NOT NULL AND phone_hash IS NOT NULL
  WHEN 'links' THEN customer_id IS NOT NULL AND asked_for
  WHEN 'cancel_reply' THEN customer_id IS NOT NULL AND asked_for
  WHEN 'outreach' THEN customer_id IS NOT NULL AND run_id IS NOT NULL AND step_position IS NOT NULL
  WHEN 'offer' THEN customer_id IS NOT NULL AND offer_id IS NOT NULL
  WHEN 'password_reset' THEN user_id IS NOT NULL AND channel = 'mail'
  WHEN 'user_invitation' THEN user_id IS NOT NULL AND channel = 'mail'
  WHEN 'endpoint_disabled' THEN user_id IS NOT NULL AND channel = 'mail'
  WHEN 'calendar_lost' THEN user_id IS NOT NULL AND channel = 'mail'
  WHEN 'booking_asked' THEN user_id IS NOT NULL AND channel = 'mail'
  WHEN 'day_digest' THEN provider_id IS NOT NULL AND channel = 'mail'
  ELSE customer_id IS NOT NULL AND appointment_id IS NOT NULL AND appointment_version IS NOT NULL
END);
COMMENT ON COLUMN text_message.offer_id IS 'Of a text or a mail that offers a time: the waiting_offer. Null of all others.';
