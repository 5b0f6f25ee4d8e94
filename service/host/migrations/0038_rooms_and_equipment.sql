-- Rooms and equipment: what staff set of each, when it can't be used, and which appointments took it by their choice.
CREATE TABLE resource_detail (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('room', 'equipment')),
  name text NOT NULL,
  group_name text NOT NULL,
  location_id bigint NOT NULL,
  hours jsonb,
  turnover_minutes integer NOT NULL DEFAULT 0 CHECK (turnover_minutes BETWEEN 0 AND 1440),
  active boolean NOT NULL DEFAULT true,
  settings_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX resource_detail_by_group ON resource_detail (company_id, group_name) WHERE archived_at IS NULL;
COMMENT ON TABLE resource_detail IS 'A room or a piece of equipment as staff set it. Its lock is the version of its resource.';
COMMENT ON COLUMN resource_detail.group_name IS 'What types name that need one out of several.';
COMMENT ON COLUMN resource_detail.hours IS 'Weekly, on the location''s clock: [{weekday, startMinute, endMinute}]. Null: always.';
COMMENT ON COLUMN resource_detail.turnover_minutes IS 'Kept free after each appointment.';

CREATE SEQUENCE resource_time_off_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE resource_time_off (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('resource_time_off_id_seq'),
  resource_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL CHECK (end_minute > start_minute),
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX resource_time_off_by_resource ON resource_time_off (company_id, resource_id, end_minute);
COMMENT ON TABLE resource_time_off IS 'A span in which a room or a piece of equipment can''t be used.';
COMMENT ON COLUMN resource_time_off.start_minute IS 'The whole minutes that the span touches, since 1970-01-01T00:00Z.';

-- distribute

ALTER TABLE resource_detail ADD FOREIGN KEY (company_id, id) REFERENCES resource;
ALTER TABLE resource_detail ADD FOREIGN KEY (company_id, location_id) REFERENCES location;
ALTER TABLE resource_time_off ADD FOREIGN KEY (company_id, resource_id) REFERENCES resource_detail;

ALTER TABLE allocation ADD COLUMN pinned boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN allocation.pinned IS 'Staff chose this room or piece of equipment, so no booking gives the appointment another.';
