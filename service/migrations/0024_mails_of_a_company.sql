-- Outreach by mail, the consent that it needs, and what a company's own mails come from.

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

ALTER TABLE company ADD COLUMN mail_from text;
COMMENT ON COLUMN company.mail_from IS 'The address that its mails come from, in a domain that is proven to be its own; null: the host''s.';

CREATE TABLE mail_domain (
  company_id bigint NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  proven_by text CHECK (proven_by IN ('operator', 'dns')),
  proven_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, domain),
  CHECK ((proven_by IS NULL) = (proven_at IS NULL))
);
COMMENT ON TABLE mail_domain IS 'One domain that a company''s mails may come from, once the operator has assigned it or DNS has proven it.';
COMMENT ON COLUMN mail_domain.token IS 'What a TXT record of the domain has to say.';

CREATE TABLE mail_server (
  company_id bigint NOT NULL PRIMARY KEY,
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  username text,
  password_sealed text,
  last_error text,
  failing_since timestamptz,
  retry_at timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((username IS NULL) = (password_sealed IS NULL)),
  CHECK ((last_error IS NULL) = (failing_since IS NULL))
);
COMMENT ON TABLE mail_server IS 'A company''s own mail server, by which its mails to customers go.';
COMMENT ON COLUMN mail_server.retry_at IS 'Of a server that fails: none of the mails that wait is tried before.';

-- distribute

ALTER TABLE mail_domain ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE mail_server ADD FOREIGN KEY (company_id) REFERENCES company;

ALTER TABLE text_due
  DROP CONSTRAINT text_due_lane_check,
  ADD CONSTRAINT text_due_lane_check CHECK (lane IN ('waited_for', 'unasked', 'mail', 'own_mail'));
COMMENT ON COLUMN text_due.lane IS 'Outreach and reminders (unasked) queue apart from texts that a person waits for, so that they never delay a code; mails apart from both, since their server may be slow; those by a company''s own server (own_mail) apart from all, since theirs may hang.';
ALTER TABLE text_held
  DROP CONSTRAINT text_held_lane_check,
  ADD CONSTRAINT text_held_lane_check CHECK (lane IN ('waited_for', 'unasked', 'mail', 'own_mail'));
