-- Whether a filled database is being spread over several machines, so that callers are refused meanwhile.
CREATE TABLE spreading (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_at timestamptz NOT NULL,
  ended_at timestamptz
);
COMMENT ON TABLE spreading IS 'At most one row: the last time that `citus distribute` spread a database that held companies already.';
COMMENT ON COLUMN spreading.ended_at IS 'Null while it runs, and when it was broken off: some tables are spread then, and others are not.';
