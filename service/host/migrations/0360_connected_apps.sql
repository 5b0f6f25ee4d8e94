-- A program that acts for one user of the company over its MCP server, as that user allowed it on the consent screen.
CREATE SEQUENCE connected_app_id_seq;
CREATE TABLE connected_app (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('connected_app_id_seq'),
  user_id bigint NOT NULL,
  name text NOT NULL,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  scopes text[] NOT NULL,
  by_provider boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE
);
-- distribute
CREATE INDEX connected_app_by_user ON connected_app (company_id, user_id);
COMMENT ON TABLE connected_app IS 'A program that acts for one user of the company over its MCP server.';
COMMENT ON COLUMN connected_app.name IS 'As the program calls itself.';
COMMENT ON COLUMN connected_app.client_id IS 'Names the program''s registration, which it holds itself.';
COMMENT ON COLUMN connected_app.redirect_uri IS 'The address to which the browser was led back.';
COMMENT ON COLUMN connected_app.scopes IS 'Scopes, and names of sets of them.';
COMMENT ON COLUMN connected_app.by_provider IS 'Allowed in a session that the company''s identity provider had begun.';
COMMENT ON COLUMN connected_app.last_used_at IS 'Written at most once a minute, so it may lag behind the last use.';
COMMENT ON COLUMN connected_app.ended_at IS 'When the user or an admin ended it, or a used token came again.';

CREATE TABLE connected_app_token (
  company_id bigint NOT NULL REFERENCES company(company_id),
  hash text NOT NULL,
  app_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
  code_challenge text,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (company_id, hash),
  FOREIGN KEY (company_id, app_id) REFERENCES connected_app(company_id, id) ON DELETE CASCADE
);
-- distribute
CREATE INDEX connected_app_token_by_app ON connected_app_token (company_id, app_id);
COMMENT ON TABLE connected_app_token IS 'A code or token of a connected app; only its hash is kept.';
COMMENT ON COLUMN connected_app_token.code_challenge IS 'Of a code: the hash of the secret that its program holds (PKCE, S256).';
COMMENT ON COLUMN connected_app_token.used_at IS 'A code and a refresh token are taken once; one that comes again ends the connection.';
