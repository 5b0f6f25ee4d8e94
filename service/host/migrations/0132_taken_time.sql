-- The queue of freed time also holds time that was taken.

COMMENT ON COLUMN freed_due.source IS 'By what it became free: cancel, move, hold, hours, time_off, resource, session. taken: something took it, and open offers in it that no longer fit end.';
