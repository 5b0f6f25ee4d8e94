-- Events of an import that delivers none are kept apart, so that a recovery does not send them either.
ALTER TABLE event ADD COLUMN withheld boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN event.withheld IS 'It was recorded and streamed, and meant for no endpoint: an import whose events are not delivered.';
