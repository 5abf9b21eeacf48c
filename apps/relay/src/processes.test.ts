import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { openDatabase } from '@latchkey/server-kit/database'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from './database.js'
import { connectClient, type TestClient } from './testing/client.js'
import { audience, toRelayEnv } from './testing/startTestRelay.js'

const topicOf = (): string => randomBytes(32).toString('hex')
const textsOf = (client: TestClient): readonly string[] => client.pushed.map(({ message }) => message)

describe('the program', () => {
  let postgres: ProvidedPostgres
  let bundle: BundledProgram
  const running: SpawnedProgram[] = []
  const toUrl = (name = 'relay'): string => postgres.urls[name] ?? ''
  const spawnRelay = async (
    env: Readonly<Record<string, string>> = {},
    command: readonly string[] = [],
  ): Promise<SpawnedProgram> => {
    const program = await spawnProgram(bundle.file, { ...toRelayEnv(toUrl()), ...env }, command)
    running.push(program)
    return program
  }
  const connect = (relay: SpawnedProgram, options: Parameters<typeof connectClient>[1] = {}): Promise<TestClient> =>
    connectClient(relay.url.replace('http:', 'ws:'), { audience, ...options })

  beforeAll(async () => {
    ;[postgres, bundle] = await Promise.all([
      providePostgres({ databases: ['relay', 'fresh', 'newer'] }),
      bundleProgram('relay'),
    ])
    await migrate(toUrl())
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ kill }) => kill('SIGKILL')))
  })
  afterAll(async () => {
    await postgres?.stop()
    if (bundle) await rm(bundle.folder, { recursive: true, force: true })
  })

  it('delivers messages, including large ones, to subscribers at another process in the same order', async () => {
    const [one, other] = await Promise.all([spawnRelay(), spawnRelay()])
    const [alice, bob, carol] = [await connect(one), await connect(other), await connect(one)]
    const topic = topicOf()
    for (const client of [bob, carol]) await client.call('irn_subscribe', { topic })
    const texts = Array.from({ length: 60 }, (_, n) => `${n}-`.padEnd(n % 3 === 0 ? 30_000 : 100, 'x'))
    for (const message of texts) await alice.call('irn_publish', { topic, message, ttl: 60 })
    for (const client of [bob, carol]) await vi.waitFor(() => expect(textsOf(client)).toEqual(texts))

    // two publishers at two processes: both subscribers see the same order
    const dave = await connect(other)
    const publishAll = (client: TestClient, name: string): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 50 }, (_, n) => client.call('irn_publish', { topic, message: `${name} ${n}`, ttl: 60 })),
      )
    await Promise.all([publishAll(alice, 'alice'), publishAll(dave, 'dave')])
    for (const client of [bob, carol]) await vi.waitFor(() => expect(client.pushed).toHaveLength(160))
    expect(textsOf(bob)).toEqual(textsOf(carol))
  })

  it('delivers all messages that were acknowledged to their sender after a SIGKILL [F25]', async () => {
    const [killed, other] = await Promise.all([spawnRelay(), spawnRelay()])
    const topic = topicOf()
    const key = randomBytes(32)
    const alice = await connect(killed)
    const bob = await connect(killed, { key })
    bob.acknowledge(false)
    await bob.call('irn_subscribe', { topic })
    const accepted: string[] = []
    const published = Array.from({ length: 300 }, (_, n) =>
      alice.call('irn_publish', { topic, message: `${n}`, ttl: 60 }).then(({ result }) => {
        if (result === true) accepted.push(`${n}`)
        // in the middle of its work
        if (accepted.length === 100) void killed.kill('SIGKILL')
      }),
    )
    await Promise.all([published[99], once(alice.socket, 'close'), once(bob.socket, 'close')])
    const back = await connect(other, { key })
    await back.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(back.pushed.length).toBeGreaterThanOrEqual(accepted.length))
    const texts = textsOf(back)
    // perhaps more than were acknowledged to the sender, but in order and each once
    expect(texts).toEqual(texts.map((_, n) => `${n}`))
    expect(texts.slice(0, accepted.length)).toEqual(accepted)
  })

  it('closes its sockets and exits on SIGTERM, and clients continue at another process', async () => {
    const [stopped, other] = await Promise.all([spawnRelay({ RELAY_DRAIN_SECONDS: '1' }), spawnRelay()])
    const topic = topicOf()
    const key = randomBytes(32)
    const bob = await connect(stopped, { key })
    await bob.call('irn_subscribe', { topic })
    const closed = once(bob.socket, 'close')
    stopped.child.kill('SIGTERM')
    expect((await closed)[0]).toBe(1012)
    expect(await stopped.ended).toBe(0)
    const [alice, back] = [await connect(other), await connect(other, { key })]
    await alice.call('irn_publish', { topic, message: 'after', ttl: 60 })
    await back.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(textsOf(back)).toEqual(['after']))
  })

  it('exits on SIGTERM even if a client ignores the close', async () => {
    const relay = await spawnRelay()
    const deaf = await connect(relay)
    deaf.socket.pause()
    relay.child.kill('SIGTERM')
    expect(await relay.ended).toBe(0)
    deaf.socket.terminate()
  })

  it('migrates only on command, and starts on a newer schema unless a migration excludes this version', async () => {
    const fresh = { RELAY_DATABASE_URL: toUrl('fresh') }
    await expect(spawnRelay(fresh)).rejects.toThrow('Migrate it first')
    const dryRun = await spawnRelay(fresh, ['migrate', '--dry-run'])
    expect(await dryRun.ended).toBe(0)
    expect(dryRun.getOutput()).toMatch(/^-- step 1\nBEGIN;\n.*\nCREATE TABLE relay_messages \(/s)
    await expect(spawnRelay(fresh)).rejects.toThrow('Migrate it first')
    for (let turn = 0; turn < 2; turn++) expect(await (await spawnRelay(fresh, ['migrate'])).ended).toBe(0)
    const nothing = await spawnRelay(fresh, ['migrate', '--dry-run'])
    await nothing.ended
    expect(nothing.getOutput()).toBe('-- nothing to do\n')
    expect((await connect(await spawnRelay(fresh))).socket.readyState).toBe(1)

    const newer = { RELAY_DATABASE_URL: toUrl('newer') }
    await migrate(newer.RELAY_DATABASE_URL)
    const timeouts = { connect: 5_000, statement: 5_000 }
    const database = openDatabase({
      url: newer.RELAY_DATABASE_URL,
      applicationName: 'test',
      maxConnections: 1,
      timeouts,
      warn: () => undefined,
    })
    // a step that only adds
    await database.query('INSERT INTO latchkey_migrations (version) VALUES (98)')
    expect((await connect(await spawnRelay(newer))).socket.readyState).toBe(1)
    expect(await (await spawnRelay(newer, ['migrate'])).ended).toBe(0)
    // one that drops what this version uses
    await database.query('INSERT INTO latchkey_migrations (version, needs) VALUES (99, 98)')
    await database.close()
    await expect(spawnRelay(newer)).rejects.toThrow('The database has version 99 of the schema')
    const command = await spawnRelay(newer, ['migrate'])
    expect(await command.ended).toBe(1)
    expect(command.getWarnings()).toContain('The database has version 99 of the schema')
  })

  it('prints its settings without passwords, and reports every invalid setting', async () => {
    const env = {
      RELAY_DATABASE_URL: 'postgres://relay:secret@db.internal/relay',
      RELAY_PUBLIC_URLS: 'wss://relay.example.org',
    }
    const printed = await spawnRelay(env, ['--print-config'])
    expect(await printed.ended).toBe(0)
    expect(JSON.parse(printed.getOutput())).toMatchObject({
      RELAY_DATABASE_URL: { value: 'postgres://relay:****@db.internal/relay', from: 'environment' },
      RELAY_HOST: { value: '127.0.0.1', from: 'default' },
    })
    expect(printed.getOutput()).not.toContain('secret')
    await expect(spawnRelay({ RELAY_PORT: 'x', RELAY_PROT: '1' })).rejects.toThrow(
      /RELAY_PORT must be a port, not x\.[\s\S]*Unknown variable RELAY_PROT/,
    )
    const unknown = await spawnRelay({}, ['fly'])
    expect(await unknown.ended).toBe(1)
  })
})
