-- Where the customer is between the first page and the end; null on the first page.
ALTER TABLE checkouts ADD COLUMN step TEXT;
-- The payment method that was chosen on the first page.
ALTER TABLE checkouts ADD COLUMN step_method TEXT;
-- The verification whose code the page asks for.
ALTER TABLE checkouts ADD COLUMN process_id TEXT;
-- What the tester chose in the panel, as typed.
ALTER TABLE checkouts ADD COLUMN choices TEXT;
-- The last that happened was a decline: the page says so until the customer goes on.
ALTER TABLE checkouts ADD COLUMN shows_decline INTEGER NOT NULL DEFAULT 0;
