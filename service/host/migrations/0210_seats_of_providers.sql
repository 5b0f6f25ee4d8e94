-- A provider signs in to a seat of their own: their day, its customers and their hours, and nothing else of the company.

ALTER TABLE app_user DROP CONSTRAINT app_user_role_check;
ALTER TABLE app_user ADD CONSTRAINT app_user_role_check CHECK (role IN ('admin', 'member', 'provider'));
ALTER TABLE app_user ADD COLUMN provider_id bigint;
ALTER TABLE app_user ADD CONSTRAINT app_user_seat CHECK ((role = 'provider') = (provider_id IS NOT NULL));
ALTER TABLE app_user ADD CONSTRAINT app_user_provider FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
COMMENT ON COLUMN app_user.provider_id IS 'Whose seat it is, of the role provider. The seat ends when the provider is archived.';
