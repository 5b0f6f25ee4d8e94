-- Whether appointments of a type leave their customer free for others, as when something is only handed in.
ALTER TABLE appointment_type ADD COLUMN customer_overlap boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN appointment_type.customer_overlap IS
  'Appointments of the type may be at the same time as others of the same customer.';
