-- In which unit the company's people read distances. Null: in that of the country of its time zone.
ALTER TABLE company ADD COLUMN distance_unit text CHECK (distance_unit IN ('km', 'mi'));
