-- A shop's own color and logo on the hosted pages; absent until one is set.
ALTER TABLE accounts ADD COLUMN brand TEXT;
