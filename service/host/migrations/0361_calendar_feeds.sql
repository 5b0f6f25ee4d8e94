-- Feeds: a calendar program reads the appointments of a provider or of a location by an address that holds a token.
ALTER TABLE directory DROP CONSTRAINT directory_kind_check;
ALTER TABLE directory ADD CONSTRAINT directory_kind_check CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link',
  'manage_link', 'user_session', 'password_reset', 'test_company', 'device', 'waiting_link', 'calendar_feed'));

CREATE SEQUENCE calendar_feed_id_seq;
CREATE TABLE calendar_feed (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('calendar_feed_id_seq'),
  provider_id bigint,
  location_id bigint,
  customer text NOT NULL CHECK (customer IN ('nothing', 'first_name', 'name_and_address')),
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  last_read_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK ((provider_id IS NULL) <> (location_id IS NULL)),
  UNIQUE (company_id, provider_id),
  UNIQUE (company_id, location_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id)
);
-- distribute
COMMENT ON TABLE calendar_feed IS 'A private address by which calendar programs read the appointments of one provider or of one location.';
COMMENT ON COLUMN calendar_feed.customer IS 'What the feed says of the customers.';
COMMENT ON COLUMN calendar_feed.last_four IS 'The end of the address, to tell addresses apart; its token is in the directory, as a hash.';
COMMENT ON COLUMN calendar_feed.last_read_at IS 'May lag an hour behind; null until a program has read it.';
