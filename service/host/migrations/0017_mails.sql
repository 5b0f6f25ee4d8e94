-- Mails stand in the table and the queue of texts, so that one worker loop sends both.

ALTER TABLE text_message
  DROP CONSTRAINT text_message_channel_check,
  ADD CONSTRAINT text_message_channel_check CHECK (channel IN ('sms', 'voice', 'mail')),
  ADD COLUMN from_email text,
  ADD COLUMN email_sealed text;
COMMENT ON TABLE text_message IS 'One text, mail or outreach call to a customer. All but codes are composed when they are sent: until then the body is null, and the number or address too unless its holder asked for the text.';
COMMENT ON COLUMN text_message.from_email IS 'Of a mail: the address that it was sent from.';
COMMENT ON COLUMN text_message.email_sealed IS 'Of a mail: the address that it was sent to.';
CREATE INDEX text_message_mails ON text_message (company_id, created_at, id) WHERE channel = 'mail';

ALTER TABLE text_due
  DROP CONSTRAINT text_due_lane_check,
  ADD CONSTRAINT text_due_lane_check CHECK (lane IN ('waited_for', 'unasked', 'mail'));
COMMENT ON COLUMN text_due.lane IS 'Outreach and reminders (unasked) queue apart from texts that a person waits for, so that they never delay a code; mails apart from both, since their server may be slow.';

ALTER TABLE text_held
  DROP CONSTRAINT text_held_lane_check,
  ADD CONSTRAINT text_held_lane_check CHECK (lane IN ('waited_for', 'unasked', 'mail'));

ALTER TABLE company
  ADD COLUMN mail_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN mail_reply_to text;
COMMENT ON COLUMN company.mail_reply_to IS 'Where answers to its mails go; null: to the address that they come from.';

ALTER TABLE customer ADD COLUMN email_state text CHECK (email_state IN ('unproven', 'unreachable'));
COMMENT ON COLUMN customer.email_state IS 'Why no mail goes to the email: a visitor or a caller gave it and nothing proved that it is theirs, or its mail server refused it. Null for one that may be written to.';
UPDATE customer SET email_state = 'unproven' WHERE source <> 'company' AND email IS NOT NULL;
