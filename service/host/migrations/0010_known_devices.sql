-- Browsers that have signed in, whose tries nobody else's can use up; and which users have accepted their invitation.
CREATE TABLE known_device (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id, token_hash)
);
COMMENT ON TABLE known_device IS 'One browser in which the user has signed in to the console with a password.';
COMMENT ON COLUMN known_device.token_hash IS 'Of the random value in the browser''s cookie, together with the email that was signed in with.';

-- distribute

ALTER TABLE known_device ADD FOREIGN KEY (company_id, user_id) REFERENCES app_user ON DELETE CASCADE;

ALTER TABLE directory DROP CONSTRAINT directory_kind_check;
ALTER TABLE directory ADD CONSTRAINT directory_kind_check
  CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link', 'manage_link', 'user_session', 'password_reset', 'test_company', 'device'));
COMMENT ON COLUMN directory.ref_id IS 'The row that the key leads to: api_key, user_session, app_user for a reset or a device, scheduling_request for a link, appointment for a manage_link; company_id for a slug or a number; the test company''s company_id for a test_company.';

ALTER TABLE app_user ADD COLUMN accepted_at timestamptz;
COMMENT ON COLUMN app_user.accepted_at IS 'When the user first signed in, or chose a password by a link. Before that the company has merely listed an email.';
-- Which of those with a password have used it is not known.
UPDATE app_user SET accepted_at = created_at WHERE password_hash IS NOT NULL;
