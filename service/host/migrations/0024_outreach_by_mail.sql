-- Outreach by mail, and the consent that it needs.

ALTER TABLE consent
  DROP CONSTRAINT consent_channel_check,
  ADD CONSTRAINT consent_channel_check CHECK (channel IN ('voice', 'sms', 'email'));
COMMENT ON TABLE consent IS 'One statement that a number may or may not be called or texted, or an email address be written to; the newest counts, and rows are only ever added.';
COMMENT ON COLUMN consent.phone_hash IS 'Consent belongs to the number, or with the channel email to the address, as a hash, so that an opt-out outlives the erasure of the customer.';
COMMENT ON COLUMN consent.phone_sealed IS 'The number or address, read to make the hash anew under another secret of the host, and to find the customers who have it.';

ALTER TABLE outreach_step
  DROP CONSTRAINT outreach_step_channel_check,
  ADD CONSTRAINT outreach_step_channel_check CHECK (channel IN ('sms', 'voice', 'mail')),
  ADD COLUMN mail_subject text,
  ADD COLUMN mail_text text;
