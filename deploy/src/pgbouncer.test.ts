import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  devAccount,
  findFreePort,
  type RunningAnvil,
  type RunningPostgres,
  startAnvil,
  startPostgres,
  toGatewayChains,
} from '@latchkey/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../../apps/gateway/src/startGateway.js'
import { sendCall } from '../../apps/gateway/src/test/localCalls.js'
import { startTestRelay, type TestRelay } from '../../apps/relay/src/testing/startTestRelay.js'
import {
  type Database,
  listenToChannel,
  migrate,
  openDatabase,
  openSessionLocks,
} from '../../packages/server-kit/src/exports/database.js'
import { run } from '../../scripts/lib/run.mjs'
import { installTimeout, provideCommands } from './test/podman.js'

const applicationName = 'kit'
const programPath = `${process.env['PATH']}:/usr/sbin`
const timeouts = { connect: 8_000, statement: 8_000 }

type Bouncer = {
  /** Returns the URL of a database behind it. `shared` is the database `kit` over a single connection with transaction pooling. */
  readonly toUrl: (database: string) => string
  readonly stop: () => Promise<void>
}

let obstacle: string | undefined
let tracksStatements: boolean
let postgres: RunningPostgres
let bouncer: Bouncer

beforeAll(async () => {
  obstacle = await provideCommands({ pgbouncer: 'pgbouncer' })
  if (obstacle !== undefined) return
  const { output } = await run('pgbouncer', ['--version'], { capture: true, env: { PATH: programPath } })
  tracksStatements = Number(/PgBouncer 1[.](\d+)/.exec(output)?.[1]) >= 21
  postgres = await startPostgres({ databases: ['gateway', 'relay', 'kit'] })
  bouncer = await startBouncer()
}, installTimeout)
afterAll(async () => {
  await bouncer?.stop()
  await postgres?.stop()
})
beforeEach(({ skip }) => skip(obstacle !== undefined, obstacle))

/** Starts PgBouncer with our configuration before the databases. */
async function startBouncer(change = (config: string): string => config): Promise<Bouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bouncer-'))
  const port = await findFreePort()
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const logins = Object.values(postgres.urls).map((url) => new URL(url))
  await writeFile(users, logins.map(({ username, password }) => `"${username}" "${password}"\n`).join(''))
  const server = `host=127.0.0.1 port=${postgres.port}`
  const text = change(await readFile(new URL('../pgbouncer/pgbouncer.ini', import.meta.url), 'utf8'))
    .replaceAll('host=db.internal port=5432', server)
    .replace('[databases]', `[databases]\nshared = ${server} dbname=kit pool_mode=transaction pool_size=1`)
    .replace('/etc/pgbouncer/users.txt', users)
    .replace('listen_port = 6432', `listen_port = ${port}`)
  await writeFile(config, text)
  // it doesn't run as root
  for (const path of [folder, config, users]) await chmod(path, 0o755)
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...account, config], {
    env: { PATH: programPath },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      if (output.includes('process up')) resolve()
    })
    child.on('error', reject)
    child.on('close', () => reject(new Error(`PgBouncer ended: ${output}`)))
  })
  return {
    toUrl(database) {
      const url = new URL(postgres.urls[database] ?? postgres.urls['kit'] ?? '')
      url.port = String(port)
      url.pathname = `/${database}`
      return url.href
    },
    async stop() {
      child.kill('SIGTERM')
      await closed
      await rm(folder, { recursive: true })
    },
  }
}

const toDirectUrl = (database: string): string => postgres.urls[database] ?? ''

function open(url: string): Database {
  const database = openDatabase({ url, applicationName, maxConnections: 2, timeouts, warn: () => undefined })
  onTestFinished(database.close)
  return database
}

describe('with session pooling', () => {
  test('session locks exclude each other, as they do without PgBouncer', async () => {
    for (const url of [bouncer.toUrl('kit'), toDirectUrl('kit')]) expect(await isLockedTwice(url)).toBe(false)
  })

  test('notifications arrive', async () => {
    expect(await notify(bouncer.toUrl('kit'), 'kept')).toEqual([])
    await expect.poll(() => received).toEqual(['kept'])
  })

  test('one of two gateways indexes a chain, and the other takes over when it stops', async () => {
    const node: RunningAnvil = await startAnvil({ chainId: 31_337 })
    onTestFinished(node.stop)
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chains = toGatewayChains({ evm: [{ id: 31_337, name: 'Local', rpcUrl: node.url, nativeCurrency }] })
    const warnings: unknown[] = []
    const start = async (): ReturnType<typeof startGateway> => {
      const warn = (cause: unknown): void => void warnings.push(cause)
      const gateway = await startGateway({ port: 0, databaseUrl: bouncer.toUrl('gateway'), chains, warn })
      onTestFinished(gateway.stop)
      return gateway
    }
    const recipient = `0x${'dd'.repeat(20)}`
    const read = async (url: string): Promise<number> => {
      const path = `/v1/account/${recipient}/history?chainId=eip155:31337&projectId=p`
      const { data } = (await (await fetch(`${url}${path}`)).json()) as { readonly data: readonly unknown[] }
      return data.length
    }
    const database = open(toDirectUrl('gateway'))
    // counts only locks with two keys: the migration lock of a starting gateway has one key
    const countLocks = async (): Promise<unknown> => {
      const [row] =
        await database.query(`SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
      return row?.['count']
    }
    const first = await start()
    await expect.poll(countLocks).toBe(1)
    const second = await start()
    for (const [sent, reader] of [first, second].entries()) {
      await sendCall(node.url, { from: devAccount(0).address, to: recipient, value: 1n })
      await expect.poll(() => read(second.url)).toBe(sent + 1)
      expect(await countLocks()).toBe(1)
      await reader.stop()
    }
    // the server connection was reset when its client left
    await expect.poll(countLocks).toBe(0)
    expect(warnings).toEqual([])
  })

  test('relays notify each other of messages', async () => {
    const relays: TestRelay[] = []
    for (let count = 0; count < 2; count++) {
      const relay = await startTestRelay({ databaseUrl: bouncer.toUrl('relay') })
      onTestFinished(() => relay.stop())
      relays.push(relay)
    }
    const [alice, bob] = await Promise.all(relays.map(({ connect }) => connect()))
    const topic = randomBytes(32).toString('hex')
    await bob?.call('irn_subscribe', { topic })
    const texts = Array.from({ length: 50 }, (_, n) => `message ${n}`)
    for (const message of texts) await alice?.call('irn_publish', { topic, message, ttl: 60 })
    await expect.poll(() => bob?.pushed.map(({ message }) => message)).toEqual(texts)
    expect(relays.flatMap(({ logs }) => logs.filter(({ level }) => level !== 'info'))).toEqual([])
  })
})

describe('with transaction pooling', () => {
  test('two processes obtain the same session lock, and notifications are lost', async () => {
    const url = bouncer.toUrl('shared')
    expect(await isLockedTwice(url)).toBe(true)
    // the LISTEN stays with the server connection, so whichever client uses it next inherits it
    expect(await notify(url, 'lost')).toEqual([{ channel }])
    expect(received).toEqual([])
  })

  test('named prepared statements fail, which the gateway and the relay use', async ({ skip }) => {
    skip(tracksStatements, 'PgBouncer 1.21 and newer can track them')
    const prepare = (): Promise<unknown> => open(bouncer.toUrl('shared')).query('SELECT 1', [], 'find_one')
    await prepare()
    await expect(prepare()).rejects.toThrow('prepared statement "find_one" already exists')
  })
})

test('migrations work with both pooling modes, as their locks end with the transaction', async () => {
  for (const database of ['kit', 'shared']) {
    const url = bouncer.toUrl(database)
    const schema = { steps: [`CREATE TABLE ${database}_notes (name text)`], lock: 7 }
    const all = [open(url), open(url)]
    await all[0]?.query('DROP TABLE IF EXISTS latchkey_migrations')
    const reports = await Promise.all(all.map((one) => migrate(one, schema)))
    expect(reports.flatMap(({ applied }) => applied)).toEqual([1])
  }
})

test('timeouts sent by a service are ignored, and those of its database role apply', async () => {
  await open(toDirectUrl('kit')).query("ALTER ROLE kit SET statement_timeout = '7s'")
  const fresh = await startBouncer()
  onTestFinished(fresh.stop)
  for (const database of ['kit', 'shared'])
    expect(await open(fresh.toUrl(database)).query('SHOW statement_timeout')).toEqual([{ statement_timeout: '7s' }])
})

test('error: without ignore_startup_parameters no service can connect', async () => {
  const strict = await startBouncer((config) => config.replace(/^ignore_startup_parameters.*$/m, ''))
  onTestFinished(strict.stop)
  await expect(open(strict.toUrl('kit')).query('SELECT 1')).rejects.toThrow('unsupported startup parameter')
})

/** Whether two processes can hold the same lock at once. */
async function isLockedTwice(url: string): Promise<boolean> {
  const [one, other] = [0, 1].map(() => openSessionLocks({ url, applicationName, timeouts }))
  onTestFinished(async () => void (await Promise.all([one?.close(), other?.close()])))
  expect(await one?.tryLock(url)).toBeTypeOf('function')
  return (await other?.tryLock(url)) !== undefined
}

const channel = 'kit_changes'
let received: string[] = []

/**
 * Listens at a URL, and notifies while another client there is in a transaction. Returns the channels that this client listens to. When
 * it resolves, the server has sent the notification.
 */
async function notify(url: string, payload: string): Promise<readonly unknown[]> {
  received = []
  const listener = listenToChannel({
    url,
    applicationName,
    channel,
    onNotification: (text) => received.push(text),
    onListening: async () => undefined,
    warn: () => undefined,
  })
  onTestFinished(listener.stop)
  await expect.poll(listener.isListening).toBe(true)
  return open(url).inTransaction(async ({ query }) => {
    const channels = await query('SELECT pg_listening_channels() AS channel')
    await open(toDirectUrl('kit')).query(`SELECT pg_notify('${channel}', '${payload}')`)
    return channels
  })
}
