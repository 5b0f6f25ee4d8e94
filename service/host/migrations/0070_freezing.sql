-- From when on a day's plan is fixed, what customers are told then, and who is on the way.

ALTER TABLE company ADD COLUMN plan_freeze_minute integer NOT NULL DEFAULT 1080 CHECK (plan_freeze_minute BETWEEN 0 AND 1439);
COMMENT ON COLUMN company.plan_freeze_minute IS 'At this minute of the local day before, the plan of a day is fixed.';

ALTER TABLE appointment
  ADD COLUMN narrowed_start_at timestamptz,
  ADD COLUMN narrowed_end_at timestamptz,
  ADD COLUMN on_the_way_at timestamptz,
  ADD COLUMN expected_at timestamptz,
  ADD CONSTRAINT appointment_narrowed CHECK ((narrowed_start_at IS NULL) = (narrowed_end_at IS NULL));
COMMENT ON COLUMN appointment.narrowed_start_at IS 'Of a promised window whose day is fixed: the hour in it that the customer was told. Null before.';
COMMENT ON COLUMN appointment.on_the_way_at IS 'When the provider said to be on the way; null before.';
COMMENT ON COLUMN appointment.expected_at IS 'The arrival that the provider then expected; null where none was said.';
CREATE INDEX appointment_to_narrow ON appointment (company_id, start_at)
  WHERE work_minutes IS NOT NULL AND status = 'scheduled' AND narrowed_start_at IS NULL;

ALTER TABLE text_message DROP CONSTRAINT text_message_question_check;
ALTER TABLE text_message
  ADD CONSTRAINT text_message_question_check CHECK (question IN ('unanswered', 'declined', 'series', 'group', 'narrowed', 'on_the_way'));
COMMENT ON COLUMN text_message.question IS 'unanswered: a reminder that goes only as long as the customer has not said whether they come. declined: a change mail that asks whether to cancel, since the customer''s calendar declined the invitation. series: it is about all appointments of the series that were booked or changed with this one. group: the same of the appointments that were booked together. narrowed: the promised window has become an hour. on_the_way: the provider is on the way.';
