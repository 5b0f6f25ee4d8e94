-- Retell signs its posts with the company's key there, so that they need no key of ours.

CREATE TABLE retell_account (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company(company_id),
  path_token text NOT NULL,
  api_key_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
-- distribute
COMMENT ON TABLE retell_account IS 'One company''s account at Retell.';
COMMENT ON COLUMN retell_account.path_token IS 'The last part of the address that Retell posts to.';

CREATE TABLE retell_post (
  company_id bigint NOT NULL REFERENCES company(company_id),
  signature bytea NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, signature)
);
-- distribute
COMMENT ON TABLE retell_post IS 'One post of Retell that was taken, so that it is not taken again.';
