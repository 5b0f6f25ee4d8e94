ALTER TABLE contact ADD COLUMN updated_at timestamptz;
COMMENT ON COLUMN contact.updated_at IS 'The last change of the number, its label or what it stands for; null since it was made.';
