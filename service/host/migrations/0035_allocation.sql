-- What an appointment occupies beside its provider: rooms, equipment, a crew. One table holds all of it under one law, and
-- other owners than appointments can hold time. `appointment_block` becomes that table where it stands, no row is copied.
CREATE TABLE resource (
  company_id bigint NOT NULL REFERENCES company ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT nextval('provider_id_seq'),
  kind text NOT NULL CHECK (kind IN ('provider', 'room', 'equipment')),
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id)
) WITH (fillfactor = 70);
-- distribute
COMMENT ON TABLE resource IS 'What can be occupied. A provider is one, with the id of its own row; rooms and equipment draw their ids beside providers.';
COMMENT ON COLUMN resource.version IS 'The lock of rooms and equipment: raised by every write that is judged by their time. A provider''s lock is the version of its own row.';

-- The most of them while others book; those that came meanwhile follow under the lock of the trigger.
INSERT INTO resource (company_id, id, kind) SELECT company_id, id, 'provider' FROM provider;

-- The release before makes providers without their resource, and reads and writes `appointment_block`. A later release drops
-- the trigger, its function and the view. Where Citus has spread the tables there is neither: it lets no view be written.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    CREATE FUNCTION make_resource_of_provider() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      INSERT INTO resource (company_id, id, kind) VALUES (NEW.company_id, NEW.id, 'provider') ON CONFLICT DO NOTHING;
      RETURN NEW;
    END
    $body$;
    CREATE TRIGGER provider_is_a_resource BEFORE INSERT ON provider FOR EACH ROW EXECUTE FUNCTION make_resource_of_provider();
  END IF;
END $$;
INSERT INTO resource (company_id, id, kind)
  SELECT company_id, id, 'provider' FROM provider p
  WHERE NOT EXISTS (SELECT FROM resource r WHERE r.company_id = p.company_id AND r.id = p.id);
ALTER TABLE provider ADD CONSTRAINT provider_is_a_resource FOREIGN KEY (company_id, id) REFERENCES resource NOT VALID;

ALTER TABLE appointment_block RENAME TO allocation;
ALTER TABLE allocation RENAME COLUMN provider_id TO resource_id;
ALTER TABLE allocation ALTER COLUMN appointment_id DROP NOT NULL;
ALTER TABLE allocation ADD COLUMN hold_id bigint;
ALTER TABLE allocation ADD COLUMN session_id bigint;
ALTER TABLE allocation ADD COLUMN lead boolean NOT NULL DEFAULT true;
ALTER TABLE allocation ADD CONSTRAINT one_owner CHECK (num_nonnulls(appointment_id, hold_id, session_id) = 1) NOT VALID;
ALTER TABLE allocation DROP CONSTRAINT appointment_block_company_id_provider_id_fkey;
ALTER TABLE allocation ADD FOREIGN KEY (company_id, resource_id) REFERENCES resource NOT VALID;
ALTER SEQUENCE appointment_block_id_seq RENAME TO allocation_id_seq;
ALTER INDEX appointment_block_busy RENAME TO allocation_busy;
ALTER INDEX appointment_block_by_appointment RENAME TO allocation_by_appointment;
ALTER INDEX appointment_block_pkey RENAME TO allocation_pkey;
COMMENT ON TABLE allocation IS 'One working day of an appointment, a hold or a session: the time that one resource is occupied by it. Active ones of a resource never overlap.';
COMMENT ON COLUMN allocation.lead IS 'True for the appointment''s own provider, false for the others of a crew, for rooms and for equipment.';

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    CREATE VIEW appointment_block AS
      SELECT company_id, id, appointment_id, resource_id AS provider_id, appointment_type_id, start_minute, end_minute,
        job_start_minute, job_end_minute, latitude, longitude, active, written_at
      FROM allocation;
    -- Citus lets no constraint be renamed either.
    ALTER TABLE allocation RENAME CONSTRAINT appointment_block_check TO allocation_check;
    ALTER TABLE allocation RENAME CONSTRAINT appointment_block_check1 TO allocation_check1;
    ALTER TABLE allocation RENAME CONSTRAINT appointment_block_check2 TO allocation_check2;
    ALTER TABLE allocation RENAME CONSTRAINT appointment_block_company_id_appointment_id_fkey
      TO allocation_company_id_appointment_id_fkey;
    COMMENT ON VIEW appointment_block IS 'The allocations as the release before reads and writes them. A later release drops it.';
  END IF;
END $$;
