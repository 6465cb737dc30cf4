-- Lists are read newest first with any mix of filters. One filter leads, by its own index; the columns behind `id` decide the
-- others without a look at the table.
CREATE INDEX transactions_by_status ON transactions (status, id, gateway, mode, account_id);
CREATE INDEX transactions_by_gateway ON transactions (gateway, id, mode, account_id);
CREATE INDEX transactions_by_mode ON transactions (mode, id, account_id);
CREATE INDEX transactions_by_account_id ON transactions (account_id, id);

CREATE INDEX requests_by_code ON requests (code, id, account_id, gateway) WHERE code IS NOT NULL;
CREATE INDEX requests_by_status ON requests (status / 100, id, gateway, account_id, lint <> '[]');
CREATE INDEX requests_by_gateway ON requests (gateway, id, account_id, lint <> '[]');
CREATE INDEX requests_by_lint ON requests (lint <> '[]', id, account_id);

-- Not of the bare status: the outbox finds what is due by `callbacks_pending`, and this one would tempt SQLite into sorting all of it.
CREATE INDEX callbacks_by_status ON callbacks (status || '', id, account_id);
CREATE INDEX callbacks_by_account ON callbacks (account_id, id);
