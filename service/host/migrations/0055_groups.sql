-- Several types at one coming: appointments that were booked together, to follow one another.
CREATE SEQUENCE appointment_group_id_seq AS bigint MAXVALUE 9007199254740991;
ALTER TABLE appointment
  ADD COLUMN group_id bigint,
  ADD COLUMN group_index smallint,
  ADD CONSTRAINT appointment_in_group CHECK ((group_id IS NULL) = (group_index IS NULL));
COMMENT ON COLUMN appointment.group_id IS 'The same for the appointments that were booked together, to follow one another; null for one that stands alone.';
COMMENT ON COLUMN appointment.group_index IS 'Its place among them, from 0.';
CREATE UNIQUE INDEX appointment_by_group ON appointment (company_id, group_id, group_index) WHERE group_id IS NOT NULL;

ALTER TABLE company ADD COLUMN linked_gap_minutes integer NOT NULL DEFAULT 15 CHECK (linked_gap_minutes BETWEEN 0 AND 240);
COMMENT ON COLUMN company.linked_gap_minutes IS 'From the end of an appointment of a group to the start of the next, at most.';

ALTER TABLE text_message DROP CONSTRAINT text_message_question_check;
ALTER TABLE text_message
  ADD CONSTRAINT text_message_question_check CHECK (question IN ('unanswered', 'declined', 'series', 'group'));
COMMENT ON COLUMN text_message.question IS 'unanswered: a reminder that goes only as long as the customer has not said whether they come. declined: a change mail that asks whether to cancel, since the customer''s calendar declined the invitation. series: it is about all appointments of the series that were booked or changed with this one. group: the same of the appointments that were booked together.';
