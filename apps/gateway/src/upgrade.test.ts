import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProvidedPostgres, providePostgres, startBalancer } from '@latchkey/devnet'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrations } from './database/migrations.js'
import { bundleGateway, type SpawnedGateway, spawnGateway } from './test/gatewayProcess.js'
import { createVisitor, visitorOrigin } from './test/visitor.js'
import { networks } from './test/world.js'

/** Rollouts, forth and back, and users at once. */
const { rollouts, users } = process.env['LATCHKEY_LONG'] ? { rollouts: 20, users: 8 } : { rollouts: 2, users: 3 }

/** The next release adds a column and an index. The one after it drops what this one uses. */
const expand = ["ALTER TABLE siwx_sessions ADD COLUMN device text NOT NULL DEFAULT ''"]
const contract = { statements: ['ALTER TABLE siwx_nonces DROP COLUMN client'], needs: migrations.length + 1 }

let folder: string
let postgres: ProvidedPostgres
let env: Readonly<Record<string, string>>
const files: Record<'older' | 'newer' | 'last', string> = { older: '', newer: '', last: '' }
const bundles: { readonly folder: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-upgrade-'))
  await writeFile(join(folder, 'networks.json'), JSON.stringify(networks))
  const steps = { older: [], newer: [expand], last: [expand, contract] }
  postgres = await providePostgres()
  for (const [name, next] of Object.entries(steps)) {
    const bundle = await bundleGateway({ next })
    bundles.push(bundle)
    files[name as keyof typeof files] = bundle.file
  }
  env = {
    DATABASE_URL: postgres.urls['gateway'] ?? '',
    SIWX_ORIGINS: visitorOrigin,
    SIWX_NETWORKS_FILE: join(folder, 'networks.json'),
    NAMES_ZONE: 'key.example.org',
    QUOTA_PER_CLIENT: '0',
    LOG_REQUESTS: '0',
    DRAIN_SECONDS: '2',
    MIGRATE: '0',
  }
}, 240_000)
afterAll(async () => {
  await postgres?.stop()
  for (const path of [folder, ...bundles.map((bundle) => bundle.folder)])
    if (path) await rm(path, { recursive: true, force: true })
})

const toPorts = (gateways: readonly SpawnedGateway[]): [number, ...number[]] =>
  gateways.map(({ url }) => Number(new URL(url).port)) as [number, ...number[]]

const startTwo = (file: string): Promise<SpawnedGateway[]> =>
  Promise.all([spawnGateway(file, env), spawnGateway(file, env)])

async function migrateBy(file: string): Promise<number | null> {
  const command = await spawnGateway(file, env, ['migrate'])
  return command.ended
}

/** Stops gateways as a supervisor does. The balancer leaves them once they are not ready, as one that checks `/ready` does. */
async function replace(before: readonly SpawnedGateway[], lead: () => void): Promise<readonly (number | null)[]> {
  for (const { child } of before) child.kill('SIGTERM')
  const isNotReady = async ({ url }: SpawnedGateway): Promise<void> =>
    expect.poll(async () => (await fetch(`${url}/ready`)).status, { interval: 20 }).toBe(503)
  await Promise.all(before.map(isNotReady))
  lead()
  return Promise.all(before.map(({ ended }) => ended))
}

test('is exchanged for a newer version with another schema, and back, while it is used: no request fails', async () => {
  expect(await migrateBy(files.older)).toBe(0)
  let running = await startTwo(files.older)
  const balancer = await startBalancer({ port: 0, ports: toPorts(running) })
  onTestFinished(async () => {
    await balancer.stop()
    for (const { kill } of running) await kill('SIGKILL')
  })
  let isOn = true
  const counts = { requests: 0, signIns: 0 }
  const failures: unknown[] = []
  const use = async (index: number): Promise<void> => {
    const visitor = createVisitor(index)
    const ask = async (response: Promise<Response>, status: number): Promise<void> => {
      const { status: got } = await response
      counts.requests++
      if (got !== status) failures.push(`${got} instead of ${status}`)
    }
    while (isOn)
      try {
        const signIn = await visitor.sign(balancer.url)
        counts.requests++
        await ask(visitor.post(`${balancer.url}/siwx/verify`, signIn), 200)
        await ask(visitor.get(`${balancer.url}/members`), 200)
        await ask(visitor.get(`${balancer.url}/v1/profile/account/none`), 404)
        await ask(visitor.post(`${balancer.url}/siwx/sign-out`, { address: visitor.address }), 204)
        counts.signIns++
      } catch (cause) {
        failures.push(cause)
      }
  }
  const all = Array.from({ length: users }, (_, index) => use(index))
  for (let turn = 0; turn < rollouts; turn++) {
    const file = turn % 2 === 0 ? files.newer : files.older
    // the older ones run while the newer one's command changes the schema; back, there is nothing to change
    expect(await migrateBy(file)).toBe(0)
    const before = { ...counts }
    const next = await startTwo(file)
    const codes = await replace(running, () => balancer.lead(toPorts(next)))
    running = next
    expect(codes).toEqual([0, 0])
    // the new ones answer
    await expect.poll(() => counts.signIns, { interval: 20 }).toBeGreaterThan(before.signIns + users)
  }
  isOn = false
  await Promise.all(all)
  if (process.env['LATCHKEY_LONG']) console.log(JSON.stringify({ rollouts, users, ...counts, failed: failures.length }))
  expect(failures).toEqual([])
}, 600_000)

test('error: one that may not migrate names the command, and one that the schema excludes does not start', async () => {
  const version = migrations.length
  expect(await migrateBy(files.newer)).toBe(0)
  await expect(spawnGateway(files.last, env)).rejects.toThrow(
    `The database has version ${version + 1} of the schema, and this program needs version ${version + 2}. Migrate it first: node dist/main.js migrate.`,
  )
  expect(await migrateBy(files.last)).toBe(0)
  const newer = await spawnGateway(files.newer, env)
  await newer.kill('SIGKILL')
  for (const MIGRATE of ['0', '1'])
    await expect(spawnGateway(files.older, { ...env, MIGRATE })).rejects.toThrow('start a newer release')
  expect(await migrateBy(files.older)).toBe(1)
})
