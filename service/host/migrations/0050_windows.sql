-- Types that promise a window, and the plan beside the promise.

ALTER TABLE appointment_type ADD COLUMN window_minutes integer CHECK (window_minutes IN (60, 120, 240));
COMMENT ON COLUMN appointment_type.window_minutes IS 'Customers are promised a window of so many minutes; null where they are promised a start.';

ALTER TABLE appointment
  ADD COLUMN work_minutes integer,
  ADD COLUMN planned_start_at timestamptz,
  ADD COLUMN pinned boolean NOT NULL DEFAULT false,
  ADD COLUMN keeps_provider boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN appointment.work_minutes IS 'Of a promised window, which start_at and end_at hold: how long the work takes. Null for a promised start.';
COMMENT ON COLUMN appointment.planned_start_at IS 'Of a promised window: when the work is planned to start. Its provider is the planned one.';
COMMENT ON COLUMN appointment.pinned IS 'Staff fixed the planned start and provider.';
COMMENT ON COLUMN appointment.keeps_provider IS 'Of a promised window: the provider was chosen, assigned or requested, and is never planned away.';
