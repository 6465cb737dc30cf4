-- What is due next, told with its target; and what is due of one target, however much waits for the others.
DROP INDEX callbacks_pending;
CREATE INDEX callbacks_pending ON callbacks (next_attempt_at, id, target) WHERE status = 'pending';
CREATE INDEX callbacks_pending_of_target ON callbacks (target, next_attempt_at, id) WHERE status = 'pending';
