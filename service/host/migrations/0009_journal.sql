CREATE TABLE database_mark (
  "only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
  id text NOT NULL,
  mark bigint NOT NULL,
  at timestamptz NOT NULL,
  back_from timestamptz
);
COMMENT ON COLUMN database_mark.back_from IS 'The last time that the database remembered when it was last noticed that it went back.';
COMMENT ON TABLE database_mark IS 'A single row that only ever grows: the journal outside the database knows it too, so that a database which went back in time is noticed.';
COMMENT ON COLUMN database_mark.id IS 'Which database this is, also after a restore elsewhere.';
INSERT INTO database_mark (id, mark, at) VALUES (gen_random_uuid()::text, 0, now());

CREATE TABLE text_held (
  company_id bigint NOT NULL,
  text_id bigint NOT NULL,
  lane text NOT NULL CHECK (lane IN ('waited_for', 'unasked')),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, text_id)
);
COMMENT ON TABLE text_held IS 'One text that was due in a time that the database has lost: it may have gone, so an operator says whether it goes.';
