-- The large answers of merchants, oldest first, with their sizes: what they take together is bounded. Its condition is that of
-- `kept-answers.ts`.
CREATE INDEX callback_attempts_large ON callback_attempts (at, length(answer_body) + length(answer_headers))
  WHERE length(answer_body) + length(answer_headers) > 4096;
