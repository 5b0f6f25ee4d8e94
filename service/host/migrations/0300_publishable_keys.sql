-- A publishable key is in pages that anybody reads, and opens the operations for visitors alone.
ALTER TABLE api_key ADD COLUMN allowed_origins text[];
COMMENT ON COLUMN api_key.allowed_origins IS 'The websites whose pages may use a publishable key; null of a secret one.';
ALTER TABLE api_key DROP CONSTRAINT api_key_role_check;
ALTER TABLE api_key ADD CONSTRAINT api_key_role_check CHECK (role IN ('admin', 'member', 'agent', 'visitor'));
ALTER TABLE api_key ADD CONSTRAINT api_key_publishable_check CHECK ((role = 'visitor') = (allowed_origins IS NOT NULL));
