-- The date that stands for a request's earliest one where none was sent.

ALTER TABLE scheduling_request ADD COLUMN made_on date;
COMMENT ON COLUMN scheduling_request.made_on IS 'The day of its creation in the company''s zone of then, which answers and events show as its earliest date where none was sent. Null of one that a program from before this column made.';
UPDATE scheduling_request r SET made_on = (r.created_at AT TIME ZONE c.timezone)::date
  FROM company c WHERE c.company_id = r.company_id AND r.earliest_date IS NULL;
