-- What staff put off in their inbox. All else that the inbox shows follows from the state of other tables.

CREATE TABLE inbox_later (
  company_id bigint NOT NULL REFERENCES company(company_id),
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  ref_id bigint NOT NULL,
  until timestamptz NOT NULL,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, kind, ref_id)
);
-- distribute
COMMENT ON TABLE inbox_later IS 'One entry of the inbox that staff have put off.';
COMMENT ON COLUMN inbox_later.ref_id IS 'The id of what the entry is about, among those of its kind.';
COMMENT ON COLUMN inbox_later.set_at IS 'When it was put off: what has come since is shown all the same.';
