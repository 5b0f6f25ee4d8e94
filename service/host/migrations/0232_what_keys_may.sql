ALTER TABLE api_key ADD COLUMN scopes text[], ADD COLUMN expires_at timestamptz, ADD COLUMN allowed_addresses text[];
COMMENT ON COLUMN api_key.scopes IS 'Scopes, and names of sets of them; null for all that the role may.';
COMMENT ON COLUMN api_key.allowed_addresses IS 'Addresses and networks from which the key may be used; null for any.';
