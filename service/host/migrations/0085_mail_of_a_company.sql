-- A company's own domains and mail server, from and by which its mails to customers go.

ALTER TABLE company ADD COLUMN mail_from text;
COMMENT ON COLUMN company.mail_from IS 'The address that its mails to customers come from, in a domain that is proven to be its own; null: the host''s.';

CREATE SEQUENCE mail_domain_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE mail_domain (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('mail_domain_id_seq'),
  domain text NOT NULL,
  token text NOT NULL,
  proven_by text CHECK (proven_by IN ('operator', 'dns')),
  proven_at timestamptz,
  missing_since timestamptz,
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, domain),
  CHECK ((proven_by IS NULL) = (proven_at IS NULL))
);
COMMENT ON TABLE mail_domain IS 'One domain that a company''s mails may come from, once the operator has assigned it or DNS has proven it.';
COMMENT ON COLUMN mail_domain.token IS 'What a TXT record of the domain has to say.';
COMMENT ON COLUMN mail_domain.missing_since IS 'Of one that DNS has proven: since when its record is not there any more.';
COMMENT ON COLUMN mail_domain.checked_at IS 'When DNS was asked last.';

CREATE TABLE mail_server (
  company_id bigint NOT NULL PRIMARY KEY,
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  username text NOT NULL,
  password_sealed text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  failing_since timestamptz,
  retry_at timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((last_error IS NULL) = (failing_since IS NULL)),
  CHECK ((last_error IS NULL) = (retry_at IS NULL))
);
COMMENT ON TABLE mail_server IS 'A company''s own mail server, by which its mails to customers go.';
COMMENT ON COLUMN mail_server.failures IS 'Tries in a row that did not get as far as a mail.';
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
