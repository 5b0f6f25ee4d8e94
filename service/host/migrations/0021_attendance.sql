-- What customers answer: whether they come, and the time that they would rather have.

ALTER TABLE appointment
  ADD COLUMN attendance text NOT NULL DEFAULT 'unknown' CHECK (attendance IN ('unknown', 'coming', 'not_coming')),
  ADD COLUMN proposed_start_at timestamptz,
  ADD COLUMN proposed_end_at timestamptz,
  ADD CONSTRAINT appointment_proposal CHECK ((proposed_start_at IS NULL) = (proposed_end_at IS NULL));
COMMENT ON COLUMN appointment.attendance IS 'What the customer said about the present time: a move sets it back. It leaves version as it is, so that texts on their way still go.';
COMMENT ON COLUMN appointment.proposed_start_at IS 'The time that the customer''s calendar proposed instead (iTIP COUNTER); a move and a cancel clear it.';

ALTER TABLE company
  ADD COLUMN unanswered_reminder_hours integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN agent_takes_texts boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN company.unanswered_reminder_hours IS 'Hours before the start at which customers who have not answered are reminded again.';
COMMENT ON COLUMN company.agent_takes_texts IS 'Answers to its texts go to an agent platform, so that no text asks for a one-letter answer.';
UPDATE company c SET agent_takes_texts = true
  WHERE EXISTS (SELECT 1 FROM agent_session s WHERE s.company_id = c.company_id AND s.channel = 'sms');

ALTER TABLE text_message
  ADD COLUMN question text CHECK (question IN ('unanswered', 'declined'));
COMMENT ON COLUMN text_message.question IS 'unanswered: a reminder that goes only as long as the customer has not said whether they come. declined: a change mail that asks whether to cancel, since the customer''s calendar declined the invitation.';
