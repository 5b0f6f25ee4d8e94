-- What appointments of a type take beside one provider: a crew, and steps in which the provider is free for others.
ALTER TABLE appointment_type ADD COLUMN needs jsonb;
ALTER TABLE appointment_type ADD COLUMN steps jsonb;
COMMENT ON COLUMN appointment_type.needs IS 'Null for a type that takes one provider and nothing else.';
COMMENT ON COLUMN appointment_type.steps IS 'Null for a type of one step, with the provider all the time.';

ALTER TABLE appointment ADD COLUMN crew bigint[];
COMMENT ON COLUMN appointment.crew IS 'The providers beside its own, in the order in which they were chosen. Null for an appointment of one provider.';

ALTER TABLE allocation ADD COLUMN part smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN allocation.part IS 'Which stretch of steps with the provider, within the block; 0 is the first. An appointment is counted by its first.';
