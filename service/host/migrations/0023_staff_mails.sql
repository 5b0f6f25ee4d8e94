-- Mails to a company's own people stand in the table and the queue of texts too.

ALTER TABLE app_user ADD COLUMN locale text CHECK (locale IN ('en', 'fr', 'es'));
COMMENT ON COLUMN app_user.locale IS 'The language of mails to the user; null: the company''s.';

ALTER TABLE provider ADD COLUMN digest_email text;
COMMENT ON COLUMN provider.digest_email IS 'Where the digest of the provider''s day goes each morning; null: none is wanted.';

ALTER TABLE text_message
  DROP CONSTRAINT text_message_purpose_check,
  ADD CONSTRAINT text_message_purpose_check CHECK (purpose IN (
    'code', 'confirmation', 'change', 'reminder', 'outreach', 'links', 'cancel_reply',
    'password_reset', 'user_invitation', 'endpoint_disabled', 'calendar_lost', 'day_digest')),
  ADD COLUMN user_id bigint,
  ADD COLUMN provider_id bigint,
  ADD COLUMN facts_sealed text,
  DROP CONSTRAINT text_message_about_check,
  ADD CONSTRAINT text_message_about_check CHECK (
    CASE purpose
      WHEN 'code' THEN from_phone IS NOT NULL AND phone_sealed IS NOT NULL AND phone_hash IS NOT NULL
      WHEN 'links' THEN customer_id IS NOT NULL AND asked_for
      WHEN 'cancel_reply' THEN customer_id IS NOT NULL AND asked_for
      WHEN 'outreach' THEN customer_id IS NOT NULL AND run_id IS NOT NULL AND step_position IS NOT NULL
      WHEN 'password_reset' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'user_invitation' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'endpoint_disabled' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'calendar_lost' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'day_digest' THEN provider_id IS NOT NULL AND channel = 'mail'
      ELSE customer_id IS NOT NULL AND appointment_id IS NOT NULL AND appointment_version IS NOT NULL
    END);
COMMENT ON TABLE text_message IS 'One text, mail or outreach call to a customer, or a mail to one of the company''s own people. All but codes are composed when they are sent: until then the body is null, and the number or address too unless its holder asked for the text.';
COMMENT ON COLUMN text_message.user_id IS 'Of a mail to a user.';
COMMENT ON COLUMN text_message.provider_id IS 'Of a digest of a provider''s day.';
COMMENT ON COLUMN text_message.facts_sealed IS 'Of a mail to a user: what it is about, such as a link that only the mail holds. Cleared when the mail has ended.';
