/** What visitors leave behind: names, orders, sessions and reports of errors. */
export const actsMigration: string = `
  CREATE TABLE names (
    name text PRIMARY KEY,
    owner text NOT NULL,
    attributes text NOT NULL,
    signed_at bigint NOT NULL
  );
  CREATE TABLE name_addresses (
    name text NOT NULL REFERENCES names ON DELETE CASCADE,
    coin_type bigint NOT NULL,
    address text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (name, coin_type)
  );
  CREATE INDEX name_addresses_address ON name_addresses (lower(address), created_at);

  CREATE TABLE onramp_orders (
    id text PRIMARY KEY,
    provider text NOT NULL,
    project text NOT NULL,
    network text NOT NULL,
    address text NOT NULL,
    details text NOT NULL,
    status text NOT NULL,
    hash text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE INDEX onramp_orders_unpaid ON onramp_orders (created_at) WHERE status = 'created';
  CREATE TABLE onramp_events (
    provider text NOT NULL,
    id text NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (provider, id)
  );
  CREATE INDEX onramp_events_valid_until ON onramp_events (valid_until);

  CREATE TABLE smart_sessions (
    pci text PRIMARY KEY,
    address text NOT NULL,
    details text NOT NULL,
    context text,
    expiration bigint NOT NULL,
    created_at bigint NOT NULL,
    activated_at bigint,
    revoked_at bigint
  );
  CREATE INDEX smart_sessions_address ON smart_sessions (address, created_at);
  CREATE INDEX smart_sessions_pending ON smart_sessions (created_at) WHERE activated_at IS NULL;

  CREATE TABLE error_reports (
    project text NOT NULL,
    id text NOT NULL,
    report text NOT NULL,
    valid_until bigint NOT NULL,
    PRIMARY KEY (project, id)
  );
  CREATE INDEX error_reports_valid_until ON error_reports (valid_until);
  CREATE TABLE error_quotas (
    id text PRIMARY KEY,
    times bigint[] NOT NULL,
    valid_until bigint NOT NULL
  );
  CREATE INDEX error_quotas_valid_until ON error_quotas (valid_until);
`
