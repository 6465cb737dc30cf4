-- The attempts under way, which the next start or a restore marks as cut off. Its condition is that of `attempts.ts`.
CREATE INDEX callback_attempts_under_way ON callback_attempts (callback_id) WHERE duration_ms IS NULL AND error IS NULL;
