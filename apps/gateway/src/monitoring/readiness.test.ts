import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEnvironment } from '../environment.js'
import { startGateway } from '../startGateway.js'

let postgres: ProvidedPostgres

beforeAll(async () => {
  postgres = await providePostgres()
})
afterAll(() => postgres?.stop())

type Reply = { readonly status: number; readonly body: unknown }
const get = async (url: string, path: string): Promise<Reply> => {
  const reply = await fetch(`${url}${path}`)
  return { status: reply.status, body: await reply.json() }
}
const notReady: Reply = { status: 503, body: { error: 'NOT_READY', message: 'Not ready: database.' } }

test('a gateway without a database is ready', async () => {
  const gateway = await startGateway({ port: 0 })
  expect(await get(gateway.url, '/ready')).toEqual({ status: 200, body: { ok: true } })
  await gateway.stop()
})

test('error: a gateway with an unreachable database is alive, but not ready', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:9/nothing'
  const gateway = await startGateway({ port: 0, databaseUrl, warn: () => undefined })
  expect(await get(gateway.url, '/ready')).toEqual(notReady)
  expect(await get(gateway.url, '/health')).toEqual({ status: 200, body: { ok: true } })
  await gateway.stop()
})

test('error: a gateway with a read-only database is not ready until writes are accepted again', async () => {
  const databaseUrl = postgres.urls['gateway'] ?? ''
  const gateway = await startGateway({ port: 0, databaseUrl, warn: () => undefined })
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await owner.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only TO ${value}', current_database());
    END $$`)
    // the setting applies to new connections; only its own may be ended, not those of autovacuum
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    )
  }
  try {
    expect((await get(gateway.url, '/ready')).status).toBe(200)
    await setReadOnly('on')
    await vi.waitFor(async () => expect(await get(gateway.url, '/ready')).toEqual(notReady), 5_000)
    await owner.query('SET default_transaction_read_only TO off')
    await setReadOnly('off')
    await vi.waitFor(async () => expect((await get(gateway.url, '/ready')).status).toBe(200), 5_000)
  } finally {
    await owner.end()
    await gateway.stop()
  }
})

test('error: a rejected database login is answered with UNAVAILABLE, not as an internal error', async () => {
  const url = new URL(postgres.urls['gateway'] ?? '')
  url.username = 'nobody_here'
  const names = { zone: 'example.test' }
  const gateway = await startGateway({ port: 0, databaseUrl: url.href, names, warn: () => undefined })
  const reply = await fetch(`${gateway.url}/v1/profile/account/alice`)
  expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([
    503,
    '5',
    { error: 'UNAVAILABLE', message: 'The database is not responding.' },
  ])
  await gateway.stop()
})

test('a gateway opens no more database connections than DATABASE_POOL allows', async () => {
  const databaseUrl = postgres.urls['gateway'] ?? ''
  const settings = await readEnvironment({ DATABASE_URL: databaseUrl, DATABASE_POOL: '2', NAMES_ZONE: 'example.test' })
  const gateway = await startGateway({ ...settings, port: 0, warn: () => undefined })
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => fetch(`${gateway.url}/v1/profile/account/name${index}`)),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]))
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  const { rows } = await owner.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'latchkey-gateway' AND datname = current_database()",
  )
  await owner.end()
  await gateway.stop()
  expect(rows).toEqual([{ count: 2 }])
  await expect(readEnvironment({ DATABASE_POOL: '0' })).rejects.toThrow('DATABASE_POOL must be a number from 1 to 999')
})
