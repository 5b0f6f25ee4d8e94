-- A reply that is no known word stands among the callbacks: nobody's conversation left it.

ALTER TABLE callback ALTER COLUMN session_id DROP NOT NULL;
COMMENT ON COLUMN callback.session_id IS 'The conversation, which may be gone: a caller who registers later in it is named by this. Null of a reply to a text that was not understood.';
