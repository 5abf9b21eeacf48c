import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, solanaCaipNetworkId, startPostgres } from '@latchkey/devnet'
import { bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../database/database.js'
import { createVisitor, visitorOrigin } from '../test/visitor.js'
import { networks } from '../test/world.js'

let folder: string
let postgres: RunningPostgres
let bundle: { readonly folder: string; readonly file: string }
let env: Readonly<Record<string, string>>
let a: SpawnedProgram
let b: SpawnedProgram

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-gateway-'))
  await writeFile(join(folder, 'networks.json'), JSON.stringify(networks))
  ;[postgres, bundle] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres') }),
    bundleProgram('gateway'),
  ])
  env = {
    DATABASE_URL: postgres.urls['gateway'] ?? '',
    SIWX_ORIGINS: `${visitorOrigin}, https://other.example.org`,
    SIWX_NETWORKS_FILE: join(folder, 'networks.json'),
    SIWX_STATEMENT: '',
  }
  // both start at the same time with a new database: one creates the tables
  ;[a, b] = await Promise.all([spawnProgram(bundle.file, env), spawnProgram(bundle.file, env)])
})
afterAll(async () => {
  for (const gateway of [a, b]) await gateway?.kill('SIGTERM')
  await postgres?.stop()
  // as root the database may lie elsewhere
  for (const path of [folder, bundle?.folder, postgres?.folder])
    if (path) await rm(path, { recursive: true, force: true })
})

const rowsOf = async (statement: string, values: readonly unknown[] = []): Promise<readonly object[]> => {
  const database = openDatabase({ url: postgres.urls['gateway'] ?? '', warn: () => undefined })
  try {
    return await database.query(statement, values)
  } finally {
    await database.close()
  }
}

describe('two gateways on one database', () => {
  test('a user who signed in at one is a member at the other, and is signed out of both at once', async () => {
    const visitor = createVisitor()
    expect((await visitor.get(`${b.url}/members`)).status).toBe(401)
    const signIn = await visitor.sign(a.url)
    expect((await visitor.post(`${b.url}/siwx/verify`, signIn)).status).toBe(200)
    for (const { url } of [a, b]) {
      const members = await visitor.get(`${url}/members`)
      expect([members.status, await members.json()]).toEqual([
        200,
        {
          members: [
            {
              address: visitor.address,
              chainId: solanaCaipNetworkId,
              by: 'key',
              until: (signIn.data as { expirationTime: string }).expirationTime,
            },
          ],
        },
      ])
    }
    const cookie = visitor.getCookie()
    expect((await visitor.post(`${a.url}/siwx/sign-out`, { address: visitor.address })).status).toBe(204)
    // a copy of the cookie is no longer valid
    const replay = await fetch(`${b.url}/members`, { headers: { cookie } })
    expect([visitor.getCookie(), replay.status]).toEqual(['', 401])
  })

  test('twenty uses of one nonce at once, at both: exactly one is accepted', async () => {
    for (let round = 0; round < 3; round++) {
      const signIn = await createVisitor().sign(a.url)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          createVisitor().post(`${index % 2 ? a.url : b.url}/siwx/verify`, signIn),
        ),
      )
      const statuses = replies.map(({ status }) => status)
      expect([
        statuses.filter((status) => status === 200).length,
        statuses.filter((status) => status === 401).length,
      ]).toEqual([1, 19])
      const refused = replies.find(({ status }) => status === 401)
      expect(await refused?.json()).toMatchObject({ error: 'NONCE_REFUSED', field: 'nonce' })
    }
  })

  test('what a browser holds does not stand in the database', async () => {
    const visitor = createVisitor(1)
    await visitor.post(`${a.url}/siwx/verify`, await visitor.sign(a.url))
    const [, secret = ''] = visitor.getCookie().split('=')
    expect(secret).toMatch(/^[\w-]{43}$/)
    const rows = JSON.stringify(await rowsOf('SELECT * FROM siwx_sessions'))
    expect([rows.includes(visitor.address), rows.includes(secret)]).toEqual([true, false])
  })

  test('a signature for a nonce from a killed gateway is accepted once by the other gateways', async () => {
    const lost = await spawnProgram(bundle.file, env)
    const visitor = createVisitor()
    const signIn = await visitor.sign(lost.url)
    await lost.kill('SIGKILL')
    await expect(visitor.post(`${lost.url}/siwx/verify`, signIn)).rejects.toThrow()
    expect((await visitor.post(`${a.url}/siwx/verify`, signIn)).status).toBe(200)
    expect((await visitor.post(`${b.url}/siwx/verify`, signIn)).status).toBe(401)
  })

  test('a signature is accepted at most once if a gateway is killed while it verifies it', async () => {
    const lost = await spawnProgram(bundle.file, env)
    const signIns = await Promise.all(Array.from({ length: 8 }, () => createVisitor(2).sign(lost.url)))
    const early = signIns.map((signIn) =>
      createVisitor(2)
        .post(`${lost.url}/siwx/verify`, signIn)
        .catch(() => undefined),
    )
    const [, ...ends] = await Promise.all([Promise.race(early).then(() => lost.kill('SIGKILL')), ...early])
    for (const [index, signIn] of signIns.entries()) {
      const again = await createVisitor(2).post(`${a.url}/siwx/verify`, signIn)
      const accepted = [ends[index]?.status, again.status].filter((status) => status === 200)
      expect(accepted.length).toBeLessThanOrEqual(1)
      expect((await createVisitor(2).post(`${b.url}/siwx/verify`, signIn)).status).toBe(401)
    }
  })
})

describe('HTTP', () => {
  test('allows only the configured origins to send JSON with cookies', async () => {
    const ask = (origin: string): Promise<Response> =>
      fetch(`${a.url}/siwx/verify`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
    const allowed = await ask('https://other.example.org')
    expect([
      allowed.status,
      ...['origin', 'credentials', 'methods', 'headers'].map((name) =>
        allowed.headers.get(`access-control-allow-${name}`),
      ),
    ]).toEqual([204, 'https://other.example.org', 'true', 'POST', 'authorization, content-type'])
    const refused = await ask('https://evil.example.org')
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    // the wallet list stays public
    const list = await fetch(`${a.url}/getWallets`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example.org' },
    })
    expect([list.status, list.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  test('rejects a body that is too large, and disconnects an endless one', async () => {
    const headers = { origin: visitorOrigin, 'content-type': 'application/json' }
    const body = JSON.stringify({ message: 'x'.repeat(70_000) })
    const long = await fetch(`${a.url}/siwx/verify`, { method: 'POST', headers, body })
    expect([long.status, await long.json()]).toMatchObject([413, { error: 'BODY_TOO_LARGE' }])
    const endless = request(`${a.url}/siwx/verify`, { method: 'POST', headers })
    const ended = once(endless, 'error')
    for (let sent = 0; sent < 4; sent++) endless.write(new Uint8Array(524_288))
    expect(await ended).toMatchObject([{ code: expect.stringMatching(/ECONNRESET|EPIPE/) }])
    expect((await fetch(`${a.url}/health`)).status).toBe(200)
  })
})

test('a database outage is answered with 503 and Retry-After, and afterwards the same signature is accepted [F13]', async () => {
  const visitor = createVisitor(3)
  await visitor.post(`${a.url}/siwx/verify`, await visitor.sign(a.url))
  const signIn = await createVisitor(3).sign(a.url)
  const { port } = postgres
  await postgres.stop()
  const calls = [
    () => visitor.post(`${a.url}/siwx/nonce`, {}),
    () => visitor.post(`${a.url}/siwx/verify`, signIn),
    () => visitor.get(`${a.url}/siwx/session`),
    () => visitor.get(`${a.url}/members`),
    () => visitor.post(`${a.url}/siwx/sign-out`, {}),
  ]
  for (const call of calls) {
    const reply = await call()
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([
      503,
      '5',
      { error: 'UNAVAILABLE', message: expect.stringMatching(/^The (nonce|session) store is temporarily unavailable/) },
    ])
  }
  expect((await fetch(`${a.url}/getWallets`)).status).toBe(200)
  // a gateway can also start during the outage
  const late = await spawnProgram(bundle.file, env)
  expect((await visitor.get(`${late.url}/members`)).status).toBe(503)

  postgres = await startPostgres({ folder: join(folder, 'postgres'), port })
  await vi.waitFor(async () => expect((await visitor.get(`${a.url}/members`)).status).toBe(200), 10_000)
  expect((await visitor.get(`${late.url}/members`)).status).toBe(200)
  expect((await createVisitor(3).post(`${late.url}/siwx/verify`, signIn)).status).toBe(200)
  for (const { child } of [a, b, late]) expect(child.exitCode).toBeNull()
  await late.kill('SIGTERM')
  expect(late.child.exitCode).toBe(0)
})
