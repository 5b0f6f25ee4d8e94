-- Which company made a test company: it answers for the calls of its test companies.
ALTER TABLE directory DROP CONSTRAINT directory_kind_check;
ALTER TABLE directory ADD CONSTRAINT directory_kind_check
  CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link', 'manage_link', 'user_session', 'password_reset', 'test_company'));

COMMENT ON COLUMN directory.key IS 'The slug, the phone number or the id of a test company; a hash for keys, links, sessions and resets of passwords.';
COMMENT ON COLUMN directory.company_id IS 'Whose key it is; of a test_company the company that made it.';
COMMENT ON COLUMN directory.ref_id IS 'The row that the key leads to: api_key, user_session, app_user for a reset, scheduling_request for a link, appointment for a manage_link; company_id for a slug or a number; the test company''s company_id for a test_company.';

-- The trail of those made before says who made them.
INSERT INTO directory (kind, key, company_id, ref_id)
SELECT 'test_company', target_id::text, company_id, target_id FROM audit
WHERE operation = 'create_test_company' AND target_id IS NOT NULL
ON CONFLICT (kind, key) DO NOTHING;
