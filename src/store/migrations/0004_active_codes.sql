-- The active code of a phone: without it, a number with many old codes would be looked through to the end.
CREATE INDEX otps_active_of_number ON otps (mobile_number) WHERE status = 'active';
