import { type Database, migrate as migrateDatabase, openDatabase, type Schema } from '@latchkey/server-kit/database'

/**
 * The migrations, in order. Released ones never change: append new ones. Times are milliseconds since the epoch, by the relay's clock.
 * `id` is the order of a topic: whoever adds to a topic holds a lock on it until the commit.
 */
const migrations: readonly string[] = [
  `CREATE TABLE relay_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic bytea NOT NULL,
    hash bytea NOT NULL,
    message text NOT NULL,
    size integer NOT NULL,
    tag bigint NOT NULL,
    attestation text,
    sender text NOT NULL,
    published_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    UNIQUE (topic, hash)
  );
  CREATE INDEX relay_messages_topic ON relay_messages (topic, id);
  CREATE INDEX relay_messages_expires_at ON relay_messages (expires_at);
  CREATE TABLE relay_deliveries (
    message bigint NOT NULL,
    client text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (message, client)
  );
  CREATE INDEX relay_deliveries_expires_at ON relay_deliveries (expires_at);
  CREATE TABLE relay_quotas (
    key text NOT NULL,
    valid_until bigint NOT NULL,
    taken bigint NOT NULL,
    PRIMARY KEY (key, valid_until)
  );
  CREATE INDEX relay_quotas_valid_until ON relay_quotas (valid_until);`,
  `CREATE TABLE relay_webhooks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    client text NOT NULL,
    service text NOT NULL,
    url text NOT NULL,
    type text NOT NULL,
    tags bigint[] NOT NULL,
    statuses text[] NOT NULL,
    expires_at bigint NOT NULL,
    UNIQUE (client, service, url, type)
  );
  CREATE INDEX relay_webhooks_expires_at ON relay_webhooks (expires_at);
  CREATE TABLE relay_watched_topics (
    topic bytea NOT NULL,
    client text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (topic, client)
  );
  CREATE INDEX relay_watched_topics_expires_at ON relay_watched_topics (expires_at);
  CREATE TABLE relay_webhook_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook bigint NOT NULL REFERENCES relay_webhooks ON DELETE CASCADE,
    status text NOT NULL,
    message_id bigint NOT NULL,
    topic bytea NOT NULL,
    message text NOT NULL,
    tag bigint NOT NULL,
    attestation text,
    published_at bigint NOT NULL,
    next_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    expires_at bigint NOT NULL
  );
  CREATE INDEX relay_webhook_events_webhook ON relay_webhook_events (webhook);
  CREATE INDEX relay_webhook_events_next_at ON relay_webhook_events (next_at);
  CREATE INDEX relay_webhook_events_expires_at ON relay_webhook_events (expires_at);`,
  `ALTER TABLE relay_webhooks ADD COLUMN free_at bigint NOT NULL DEFAULT 0, ADD COLUMN failures integer NOT NULL DEFAULT 0;`,
]

export const schema: Schema = {
  steps: migrations,
  // an advisory lock that no other program of a database uses
  lock: 5_221_118_004,
  command: 'node dist/main.js migrate',
}

export type OpenRelayDatabaseOptions = {
  readonly url: string
  readonly maxConnections: number
  readonly warn: (cause: unknown) => void
}

/** Opens the relay's database. A statement that takes longer than five seconds fails. */
export function openRelayDatabase({ url, maxConnections, warn }: OpenRelayDatabaseOptions): Database {
  const timeouts = { connect: 5_000, statement: 5_000 }
  return openDatabase({ url, applicationName: 'latchkey-relay', maxConnections, timeouts, warn })
}

/** Milliseconds. A migration may rewrite a large table. */
const migrationTimeout = 3_600_000

/**
 * Migrates the database to this version of the relay. Several processes may call it at once.
 *
 * @returns the version before and after
 */
export async function migrate(url: string): Promise<{ readonly from: number; readonly to: number }> {
  const timeouts = { connect: 5_000, statement: migrationTimeout }
  const database = openDatabase({
    url,
    applicationName: 'latchkey-relay-migrate',
    maxConnections: 1,
    timeouts,
    // the statement that runs rejects
    warn: () => undefined,
  })
  try {
    const { from, to } = await migrateDatabase(database, schema)
    return { from, to }
  } finally {
    await database.close()
  }
}
