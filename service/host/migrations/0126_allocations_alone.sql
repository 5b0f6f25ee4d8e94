-- Until release 0.2.0 an older program could write `appointment_block`, and providers without their resource.
DROP VIEW IF EXISTS appointment_block;
DROP TRIGGER IF EXISTS provider_is_a_resource ON provider;
DROP FUNCTION IF EXISTS make_resource_of_provider();
