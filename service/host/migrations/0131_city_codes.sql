-- The postal codes of the city of an address that has no postal code, by which service areas are judged.

ALTER TABLE customer ADD COLUMN address_city_codes jsonb;
COMMENT ON COLUMN customer.address_city_codes IS 'Code, latitude and longitude of each postal code of the city, where the address has none of its own and the built-in geocoder knows the city.';
