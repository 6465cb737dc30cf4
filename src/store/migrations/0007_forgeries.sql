-- What an attempt's message had wrong with it: whether the merchant accepted a forgery is told on every list of payments.
ALTER TABLE callback_attempts ADD COLUMN forgery TEXT;
CREATE INDEX callback_attempts_forged ON callback_attempts (callback_id, answer_status) WHERE forgery IS NOT NULL;
