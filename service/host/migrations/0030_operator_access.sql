-- The operator makes companies in a browser, by a link that the command line gives.

CREATE SEQUENCE operator_access_id_seq;
CREATE TABLE operator_access (
  id bigint NOT NULL DEFAULT nextval('operator_access_id_seq') PRIMARY KEY,
  link_hash text UNIQUE,
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  opened_at timestamptz,
  opened_from text,
  session_hash text UNIQUE
);
COMMENT ON TABLE operator_access IS 'One link to the operator''s page, and the session of the browser that opened it. Its rows are the audit of who came in.';
COMMENT ON COLUMN operator_access.link_hash IS 'Null once the link cannot be opened any more.';
COMMENT ON COLUMN operator_access.ends_at IS 'Of the link until it is opened, of the session from then on.';
COMMENT ON COLUMN operator_access.opened_from IS 'The network of the browser, without the last part of the address.';
COMMENT ON COLUMN operator_access.session_hash IS 'Null before the link is opened, and once the session has ended.';
