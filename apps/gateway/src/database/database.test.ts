import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '../environment.js'
import { createNonceStore } from '../siwx/stores.js'
import { startGateway } from '../startGateway.js'
import { networks } from '../test/world.js'
import { openDatabase, removeExpired } from './database.js'
import { migrations } from './migrations.js'

let postgres: ProvidedPostgres
let folder: string
const opened: Database[] = []
const open = (url = postgres.urls['gateway'] ?? ''): Database => {
  const database = openDatabase({ url, warn: () => undefined })
  opened.push(database)
  return database
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-gateway-'))
  postgres = await providePostgres()
})
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const entry = (nonce: string, validUntil: number) => ({
  nonce,
  origin: 'https://app.example.org',
  issuedAt: '2030-01-01T00:00:00.000Z',
  expirationTime: '2030-01-08T00:00:00.000Z',
  requestId: 'request',
  client: '127.0.0.1',
  validUntil,
})

describe('a database', () => {
  test('is migrated once, however many pools open it at the same time', async () => {
    const all = Array.from({ length: 6 }, () => open())
    const counts = await Promise.all(
      all.map(({ query }) => query('SELECT count(*)::int AS count FROM siwx_nonces', [])),
    )
    expect(counts).toEqual(all.map(() => [{ count: 0 }]))
    expect(await all[0]?.query('SELECT version FROM latchkey_migrations', [])).toEqual(
      migrations.map((_, index) => ({ version: index + 1 })),
    )
  })

  test('stores nonces, counts the open ones, and consumes each only once', async () => {
    const store = createNonceStore(open())
    const kept = entry('kept', 2_000)
    await store.create(kept)
    await expect(store.create(kept)).rejects.toThrow('duplicate')
    expect([await store.find('kept'), await store.find('other')]).toEqual([kept, undefined])
    const count = (now: number): Promise<number> => store.countOpen({ client: '127.0.0.1', now })
    expect([await count(1_999), await count(2_000)]).toEqual([1, 0])
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.consume('kept')))
    expect(taken.filter((one) => one !== undefined)).toEqual([kept])
  })

  test('deletes expired nonces, and nothing else', async () => {
    const database = open()
    const store = createNonceStore(database)
    for (const time of [1_099, 1_100, 1_101]) await store.create(entry(`until-${time}`, time))
    expect(await removeExpired(database, 1_100)).toBe(2)
    expect(await database.query('SELECT nonce FROM siwx_nonces')).toEqual([{ nonce: 'until-1101' }])
  })

  test('error: rejects each query while it is unreachable', async () => {
    const gone = open('postgres://nobody@127.0.0.1:9/nothing')
    for (let turn = 0; turn < 2; turn++) await expect(gone.query('SELECT 1', [])).rejects.toThrow('ECONNREFUSED')
  })
})

describe('a gateway without sign-in', () => {
  test.each([
    [{}, 'DATABASE_URL is not set.'],
    [{ databaseUrl: 'postgres://127.0.0.1/x' }, 'SIWX_ORIGINS and SIWX_NETWORKS_FILE are not set.'],
  ])('answers sign-in requests with 503 and the reason, and serves everything else: %j', async (options, reason) => {
    const gateway = await startGateway({ port: 0, ...options })
    const headers = { origin: 'https://app.example.org', 'content-type': 'application/json' }
    const replies = [
      await fetch(`${gateway.url}/siwx/nonce`, { method: 'POST', headers, body: '{}' }),
      await fetch(`${gateway.url}/members`, { headers }),
    ]
    for (const reply of replies) {
      expect([reply.status, await reply.json()]).toEqual([
        503,
        { error: 'UNAVAILABLE', message: `Sign-in is not available: ${reason}` },
      ])
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
    }
    expect((await fetch(`${gateway.url}/siwx/nonce`, { method: 'OPTIONS', headers })).status).toBe(204)
    expect((await fetch(`${gateway.url}/getWallets`)).status).toBe(200)
    await gateway.stop()
  })

  test('rejects invalid sign-in settings at the start', async () => {
    const siwx = { origins: ['*'], networks }
    await expect(startGateway({ port: 0, databaseUrl: 'postgres://127.0.0.1/x', siwx })).rejects.toThrow(/^origins/)
  })
})

describe('the environment', () => {
  test('is read into options, with defaults', async () => {
    const file = join(folder, 'networks.json')
    await writeFile(file, JSON.stringify(networks))
    const [origins, url] = ['https://a.example, https://b.example', 'postgres://127.0.0.1/x']
    const siwx = { SIWX_ORIGINS: origins, SIWX_NETWORKS_FILE: file, SIWX_STATEMENT: 'Hello.', SIWX_SESSION: 'token' }
    expect(
      await readEnvironment({ PORT: '0', DATABASE_URL: url, TRUST_PROXY: '1', SIWX_SAME_SITE: '', ...siwx }),
    ).toMatchObject({
      port: 0,
      databaseUrl: url,
      trustsProxy: true,
      siwx: {
        origins: ['https://a.example', 'https://b.example'],
        networks,
        statement: 'Hello.',
        session: 'token',
        sameSite: 'lax',
      },
    })
    expect(await readEnvironment({})).toEqual({
      stopPause: 2_000,
      stopTimeout: 25_000,
      port: 4_174,
      host: '127.0.0.1',
      imageProxy: {},
      databasePool: 8,
      migrates: true,
      logLevel: 'info',
      quotas: { perClient: 3_000, perProject: 60_000 },
      trustsProxy: false,
      logsRequests: true,
    })
    const images = { IMAGE_ORIGINS: 'http://localhost:1, https://a.example', IPFS_GATEWAY: 'https://ipfs.example' }
    expect((await readEnvironment(images)).imageProxy).toEqual({
      origins: ['http://localhost:1', 'https://a.example'],
      ipfsGateway: 'https://ipfs.example',
    })
    expect((await readEnvironment({ ...images, IMAGE_PROXY: '0' })).imageProxy).toBe(false)
  })

  test('error: is rejected with a list of all problems', async () => {
    const file = join(folder, 'wrong.json')
    await writeFile(file, '[{"id":1,"rpcUrls":{"default":{"http":["file:///etc/passwd"]}}}]')
    const set = { SIWX_ORIGINS: 'https://a.example', SIWX_NETWORKS_FILE: file }
    await expect(readEnvironment(set)).rejects.toThrow(/is not a list of networks[\s\S]*name/)
    const failure = await readEnvironment({
      ...set,
      TRUST_PROXY: 'yes',
      OPERATOR_TOKEN: 'hunter2',
      SIWX_ORIGIN: 'https://a.example',
      WALLETS_FILE: '/nowhere.json',
      ONRAMP_FILE: file.replace('wrong', 'missing'),
    }).catch((cause: unknown) => cause)
    expect(failure).toMatchObject({
      problems: [
        'OPERATOR_TOKEN needs at least 16 characters. Generate one: openssl rand -hex 32.',
        'TRUST_PROXY must be one of 0, 1, not yes.',
        'Unknown variable SIWX_ORIGIN. Did you mean SIWX_ORIGINS?',
        expect.stringContaining('missing.json is not valid JSON, or cannot be read.'),
        expect.stringContaining('is not a list of networks'),
        expect.stringContaining('/nowhere.json'),
      ],
    })
  })
})
