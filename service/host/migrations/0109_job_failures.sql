-- What runs by itself and failed at its last run, so that the doctor can say so.
CREATE TABLE job_failure (
  job text NOT NULL,
  part text NOT NULL,
  company_id bigint NOT NULL,
  since timestamptz NOT NULL,
  failed_at timestamptz NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (job, part, company_id)
);
COMMENT ON TABLE job_failure IS 'One part of a job that failed at the job''s last run, of one company. A run in which it succeeds deletes the row.';
COMMENT ON COLUMN job_failure.company_id IS '0 for a part that concerns all companies.';
COMMENT ON COLUMN job_failure.since IS 'The first of the failures without a success in between.';
COMMENT ON COLUMN job_failure.reason IS 'Names of errors and laws; never a value of a row.';
