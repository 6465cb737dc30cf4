-- What kept the answer to a confirm from the app, such as "fault 1". Null where the app was answered.
ALTER TABLE transactions ADD COLUMN answer_lost TEXT;
