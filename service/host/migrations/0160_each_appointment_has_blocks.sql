-- An appointment without a block takes no minute: no rule could move it, or say why not.

ALTER TABLE appointment ADD CONSTRAINT appointment_has_blocks CHECK (jsonb_array_length(blocks) > 0);
