import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createTimeline,
  findUnknownMetrics,
  type ProvidedPostgres,
  providePostgres,
  readMonitoring,
} from '@latchkey/devnet'
import { bundleProgram } from '@latchkey/devnet/programs'
import { lockOn } from '@latchkey/server-kit/database'
import { toHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedStatement } from '../../protocol/statement.js'
import { writeBackup } from '../backup/backupFile.js'
import { openBy, toPrivateKey } from '../crypto/sealTo.js'
import { sealToWindow } from '../crypto/windowSeal.js'
import { openDatabase } from '../database/database.js'
import { openKekFile, readKeks } from '../keys/backends/kekFile.js'
import { createKeyHost, isSealed, isSplit, type KeyHost, type SealedWallet } from '../keys/host/keyHost.js'
import { createRemoteHost, performCall } from '../keys/host/wire.js'
import { deriveKey, toWrapKey } from '../keys/keys.js'
import { openKeys } from '../keys/openKeys.js'
import { rotateKek } from '../keys/rotation/rotateKek.js'
import { runCommand } from '../runCommand.js'
import type { Visitor } from '../test/createVisitor.js'
import { runCustody } from '../test/spawnCustody.js'
import { startWorld, type World } from '../test/startWorld.js'
import { findWallet } from '../wallets/wallet.js'
import { runHolderCommand } from './holder/runHolderCommand.js'
import { connectHolder, type Holder, type Holders, readHolders } from './holders.js'
import { listShares } from './split.js'
import { type Opening, toSharePlace } from './wire.js'

// two share holders with databases of their own, reached with client certificates, and a custody that splits wallets

const names = ['one', 'two'] as const
type Name = (typeof names)[number]

const hour = 3_600_000

let folder: string
let programs: { readonly folder: string; readonly file: string }
let postgres: ProvidedPostgres
let world: World
const running = new Map<Name, ChildProcess>()
const ports = new Map<Name, string>()
const metricsUrls = new Map<Name, string>()
let all: Holders
/** The holders that custody uses now. */
let list: readonly Holder[] = []
let splitsNewWallets = true

const place = (name: string): string => join(folder, name)

const program = (name: string): string => join(programs.folder, `${name}.mjs`)

const toEnvironment = (name: Name): Readonly<Record<string, string>> => ({
  DATABASE_URL: postgres.urls[`holder_${name}`] ?? '',
  VAULT_KEK_FILE: place(`key-${name}`),
  CLOCK_FILE: place('clock'),
})

/** Runs a command of a holder's operator. */
const operate = (name: Name, command: string, input = ''): Promise<unknown> =>
  runHolderCommand(command.split(' '), {
    environment: toEnvironment(name),
    readInput: async () => input,
    now: world?.now,
  })

/** Moves the holders' clock to that of the world. */
const syncClock = (): Promise<void> => writeFile(place('clock'), String(world ? world.now() - Date.now() : 0))

async function startHolder(name: Name, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(process.execPath, [program('holder')], {
    env: {
      PATH: process.env['PATH'],
      DRAIN_SECONDS: '0',
      METRICS_PORT: '0',
      HOLDER_PORT: ports.get(name) ?? '0',
      HOLDER_TLS_CERT: place(`tls-${name}/holder.pem`),
      HOLDER_TLS_KEY: place(`tls-${name}/holder.key`),
      HOLDER_TLS_CA: place(`tls-${name}/ca.pem`),
      ...toEnvironment(name),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The holder ended at start: ${output}`)))
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  ended.catch(() => undefined) // handled when it is killed
  const { address, metricsUrl } = JSON.parse(line) as { readonly address: string; readonly metricsUrl: string }
  ports.set(name, new URL(address).port)
  metricsUrls.set(name, `${metricsUrl}/metrics`)
  running.set(name, child)
}

async function killHolder(name: Name): Promise<void> {
  const child = running.get(name)
  if (!child) return
  running.delete(name)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-split-'))
  programs = await bundleProgram('vault', {
    entries: { holder: 'src/custody/split/holder/main.ts', custody: 'src/custody/main.ts' },
  })
  postgres = await providePostgres({ databases: names.map((name) => `holder_${name}`) })
  const holders = await Promise.all(
    names.map(async (name) => {
      await operate(name, `create-certificates ${place(`tls-${name}`)}`)
      await startHolder(name, { VAULT_KEK_CREATE: '1' })
      const tls = {
        cert: place(`tls-${name}/holderClient.pem`),
        key: place(`tls-${name}/holderClient.key`),
        ca: place(`tls-${name}/ca.pem`),
      }
      const publicKey = String(await operate(name, 'show-key'))
      return { name, url: `https://127.0.0.1:${ports.get(name)}`, publicKey, tls }
    }),
  )
  await writeFile(place('holders.json'), JSON.stringify({ holders: holders.slice(0, 1) }))
  await writeFile(place('both.json'), JSON.stringify({ holders }))
  await writeFile(place('joining.json'), JSON.stringify({ holders, newWallets: false }))
  all = (await readHolders({ SPLIT_HOLDERS_FILE: place('both.json') }, { now: Date.now() })) as Holders
  list = all.list.slice(0, 1)
  world = await startWorld({
    holders: {
      get list() {
        return list
      },
      get splitsNewWallets() {
        return splitsNewWallets
      },
    },
    databases: ['other'],
  })
})
afterAll(async () => {
  await world?.stop()
  await Promise.all(names.map(killHolder))
  await postgres?.stop()
  await rm(programs.folder, { recursive: true, force: true })
  await rm(folder, { recursive: true })
})

const readMetrics = async (): Promise<string> => {
  await syncClock()
  return (await fetch(metricsUrls.get('one') ?? '')).text()
}

type Asked = { readonly id: string; readonly digest: string; readonly address: `0x${string}` }

async function prepare(visitor: Visitor): Promise<Asked> {
  await visitor.get('hello', {})
  const { accounts } = await visitor.get('user.get', {})
  const address = accounts[0]?.address as `0x${string}`
  const params = [toHex('Hello'), address]
  const { id, digest } = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  return { id, digest, address }
}

/** Signs a request: `signed`, or the code of the error. */
async function sign(visitor: Visitor, asked?: Asked): Promise<string> {
  await syncClock()
  const { id, digest, address } = asked ?? (await prepare(visitor))
  const { result, error } = await visitor.ask('request.sign', { id, digest })
  if (error) return error.code
  const signature = (result as { readonly result: `0x${string}` }).result
  return (await verifyMessage({ address, message: 'Hello', signature })) ? 'signed' : 'wrong'
}

async function logIn(email: string): Promise<Visitor> {
  const visitor = world.createVisitor()
  await world.logIn(visitor, email)
  return visitor
}

const opened = () => openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })

async function getWallet(visitor: Visitor): Promise<SealedWallet> {
  await visitor.get('hello', {})
  const { accounts } = await visitor.get('user.get', {})
  const [row] = await world.database.query<{ user_id: string }>('SELECT user_id FROM wallets WHERE eip155 = $1', [
    accounts[0]?.address,
  ])
  return findWallet(await opened(), world.database, row?.user_id ?? '')
}

/** Asks a holder for the key of a wallet, as whoever has taken over custody can. Returns why it refuses, or `opened`. */
async function ask(
  visitor: Visitor,
  { signed, name = 'one', ...more }: Partial<Opening> & { readonly name?: Name },
): Promise<string> {
  await syncClock()
  const { keys, instance } = await opened()
  const { id, user_id, project } = await getWallet(visitor)
  const shares = await listShares({ keys }, world.database, id)
  const share = shares.find(({ holder }) => holder === name)
  if (!share) throw new Error('No share.')
  const { keyId, sealed } = share
  const holder = all.list.find((one) => one.name === name)
  const reply = await holder?.ask({ v: 1, instance, wallet: { id, user_id, project }, keyId, sealed, signed, ...more })
  if (!reply) throw new Error('No holder.')
  return 'key' in reply ? 'opened' : reply.refused
}

const env = (file: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: world.options.databaseUrl,
  VAULT_KEK_FILE: world.options.kekFile,
  SPLIT_HOLDERS_FILE: place(file),
})

/** Runs a command of custody. */
const runOwn = (file: string, words: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  runCommand(words.split(' '), { environment: { ...env(file), ...more }, readInput: async () => '' })

describe('a wallet split between custody and one holder', () => {
  let ada: Visitor
  let bob: Visitor
  beforeAll(async () => {
    ada = await logIn('ada@mail.example')
    bob = await logIn('bob@mail.example')
  })

  test('signs with the holder, whose log records the request that the user approved', async () => {
    const asked = await prepare(ada)
    expect(await sign(ada, asked)).toBe('signed')
    const wallet = await getWallet(ada)
    expect([isSplit(wallet), isSealed(wallet)]).toEqual([true, false])
    const log = String(await operate('one', 'log'))
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(log).toMatchObject([
      { seq: 1, event: 'device.recorded', entry: { user: wallet.user_id } },
      { seq: 2, event: 'share.opened', entry: { method: 'request.sign', digest: asked.digest, wallet: wallet.id } },
    ])
    expect(await operate('one', 'verify-log')).toMatchObject({ entries: 2 })
  })

  test('opens neither with everything that custody stores, nor with everything that the holder stores', async () => {
    const wallet = await getWallet(ada)
    const { keys, instance } = await opened()
    const kek = (await readKeks(world.options.kekFile))?.[0] ?? Buffer.alloc(32)
    const [share] = await listShares({ keys }, world.database, wallet.id)
    const sealed = share?.sealed ?? Buffer.alloc(0)
    const custody = createKeyHost({ keys, instance })
    const own = [kek, ...Object.values(keys).map((key) => ('current' in key ? key.current.key : key)), sealed]
    for (const splitKey of [undefined, ...own.map((key) => key.subarray(0, 32)), share?.commitment])
      await expect(custody.verify({ wallet, locks: { splitKey } })).rejects.toThrow()
    const sharePlace = toSharePlace(instance, wallet)
    expect(() => openBy(toPrivateKey(deriveKey(kek, 'share holder')), { sealed, place: sharePlace })).toThrow()
    // the holder's key opens its share, and nothing else
    const holderKek = Buffer.from((await readFile(place('key-one'), 'utf8')).trim(), 'hex')
    const splitKey = openBy(toPrivateKey(deriveKey(holderKek, 'share holder')), { sealed, place: sharePlace })
    const holder = createKeyHost({ keys: { wrap: toWrapKey([holderKek]) }, instance })
    await expect(holder.verify({ wallet, locks: { splitKey } })).rejects.toThrow()
    await custody.verify({ wallet, locks: { splitKey } }) // it takes both
    const database = openDatabase({ url: postgres.urls['holder_one'] ?? '', warn: () => undefined })
    const [settings, log] = [
      await database.query('SELECT * FROM settings'),
      await database.query('SELECT * FROM audit'),
    ]
    await database.close()
    expect(settings).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain(splitKey.toString('hex'))
  })

  test('error: an attacker in control of custody gets no key without a fresh signing call of a device', async () => {
    const call = (visitor: Visitor, fields: Parameters<Visitor['sign']>[0] = {}): SignedStatement =>
      visitor.sign({ method: 'request.sign', params: {}, ...fields })
    const used = call(ada)
    expect(await ask(ada, {})).toBe('maintenance')
    expect(await ask(ada, { signed: used })).toBe('opened')
    expect(await ask(ada, { signed: used })).toBe('statement')
    expect(await ask(bob, { signed: used })).toBe('statement')
    for (const method of ['user.get', 'hello', 'request.prepare'])
      expect(await ask(ada, { signed: call(ada, { method }) })).toBe('statement')
    expect(await ask(ada, { signed: call(ada, { project: 'other' }) })).toBe('statement')
    expect(await ask(ada, { signed: call(ada, { iat: world.now() - 301_000 }) })).toBe('statement')
    expect(await ask(ada, { signed: call(ada, { key: bob.key }) })).toBe('statement')
    // another wallet's share, another wallet's name, another version of the holder's key
    const { keys } = await opened()
    const [other] = await listShares({ keys }, world.database, (await getWallet(bob)).id)
    expect(await ask(ada, { signed: call(ada), sealed: other?.sealed ?? Buffer.alloc(1) })).toBe('share')
    expect(await ask(ada, { signed: call(ada), instance: '0'.repeat(32) })).toBe('share')
    expect(await ask(ada, { signed: call(ada), keyId: '0'.repeat(16) })).toBe('share')
    const { tls: _, ...without } = { tls: undefined, name: 'one', url: `https://127.0.0.1:${ports.get('one')}` }
    expect(() => connectHolder({ ...without, key: all.list[0]?.key as Holder['key'] })).toThrow('needs "tls"')
    // nor can a share be moved in the database
    await world.database.query(
      `UPDATE wallet_shares SET sealed = other.sealed, commitment = other.commitment FROM wallet_shares AS other
       WHERE wallet_shares.wallet_id = $1 AND other.wallet_id = $2`,
      [(await getWallet(bob)).id, (await getWallet(ada)).id],
    )
    expect(await sign(bob)).toBe('INTERNAL')
    await world.database.query('UPDATE wallet_shares SET sealed = $2, commitment = $3 WHERE wallet_id = $1', [
      (await getWallet(bob)).id,
      other?.sealed,
      other?.commitment,
    ])
    expect(await sign(bob)).toBe('signed')
  })

  test('asks the holder for requests that are open alone, and not more often than a user may sign', async () => {
    const countOpened = async (): Promise<number> => {
      const { lastHour } = (await operate('one', 'status')) as { readonly lastHour: Readonly<Record<string, number>> }
      return lastHour['share.opened'] ?? 0
    }
    const before = await countOpened()
    const asked = await prepare(ada)
    for (const other of [{ id: '0'.repeat(32) }, { digest: '0'.repeat(64) }])
      expect(await sign(ada, { ...asked, ...other })).toBe('NO_APPROVAL')
    expect(await countOpened()).toBe(before)
    const ends = await Promise.all(Array.from({ length: 40 }, () => sign(ada, asked)))
    expect(ends.filter((end) => end === 'signed')).toHaveLength(1)
    expect(await countOpened()).toBeLessThanOrEqual(before + 30)
    world.move(60_000)
    expect(await sign(ada)).toBe('signed')
  })

  test('while the holder is unreachable or frozen, nothing is signed, users log in and sign up, and requests stay open', async () => {
    const asked = await prepare(ada)
    await killHolder('one')
    expect(await sign(ada, asked)).toBe('UNAVAILABLE')
    expect(String(world.warnings.at(-1))).toMatch('The share holder one can’t be reached')
    await logIn('ada@mail.example')
    const carol = await logIn('carol@mail.example')
    expect(isSplit(await getWallet(carol))).toBe(true)
    await startHolder('one')
    await operate('one', 'freeze --reason=drill')
    expect(await sign(ada, asked)).toBe('STOPPED')
    expect(await operate('one', 'status')).toMatchObject({ isFrozen: true, maintenanceUntil: null })
    await operate('one', 'unfreeze --reason=over')
    expect(await sign(ada, asked)).toBe('signed')
    expect(await sign(carol)).toBe('signed')
  })

  test('error: TOO_MANY beyond the hourly limits of new devices and openings, FROZEN while a new device has to wait', async () => {
    world.move(2 * hour)
    await killHolder('one')
    await startHolder('one', { HOLDER_NEW_DEVICES_PER_HOUR: '2', HOLDER_OPENINGS_PER_HOUR: '4' })
    await ada.get('hello', {})
    const strangers = [0, 1, 2].map(() => world.createVisitor())
    const outcomes: string[] = []
    for (const stranger of strangers)
      outcomes.push(await ask(ada, { signed: stranger.sign({ method: 'request.sign', params: {} }) }))
    expect(outcomes).toEqual(['opened', 'opened', 'limited'])
    expect([await sign(ada), await sign(ada)]).toEqual(['signed', 'signed'])
    const { error } = await prepare(ada).then(({ id, digest }) => ada.ask('request.sign', { id, digest }))
    expect(error).toMatchObject({
      code: 'TOO_MANY',
      retryAfter: expect.toSatisfy((s: number) => s > 3_000 && s <= 3_600),
    })
    world.move(2 * hour)
    expect(await sign(ada)).toBe('signed')
    await killHolder('one')
    await startHolder('one', { HOLDER_NEW_DEVICE_MINUTES: '30' })
    const [second, newcomer] = [await logIn('ada@mail.example'), await logIn('ian@mail.example')]
    expect([await sign(second), await sign(newcomer), await sign(ada)]).toEqual(['FROZEN', 'signed', 'signed'])
    world.move(31 * 60_000)
    expect(await sign(second)).toBe('signed')
    await killHolder('one')
    await startHolder('one')
  })

  test('the holder’s metrics report what it opened, refused and allows, without data of a user', async () => {
    await killHolder('one')
    await startHolder('one', { HOLDER_OPENINGS_PER_HOUR: '500' })
    world.move(2 * hour)
    await ada.get('hello', {})
    expect(await sign(ada)).toBe('signed')
    expect(await ask(ada, {})).toBe('maintenance')
    const expressions = readMonitoring().alerts.map(({ expression }) => expression)
    const holder = await readMetrics()
    expect(findUnknownMetrics(expressions, { holder })).toEqual([])
    expect(holder).toContain('latchkey_ready 1\n')
    expect(holder).toContain('latchkey_holder_openings_total{outcome="opened"} 1\n')
    expect(holder).toContain('latchkey_holder_openings_total{outcome="maintenance"} 1\n')
    expect(holder).toContain('latchkey_holder_openings_total{outcome="share"} 0\n')
    expect(holder).toContain('latchkey_holder_last_hour{event="share.opened"} 1\n')
    expect(holder).toContain('latchkey_holder_hourly_limit{event="share.opened"} 500\n')
    expect(holder).toMatch(/^latchkey_certificate_expiry_timestamp_seconds 1\d{9}$/m)
    const { id, user_id } = await getWallet(ada)
    for (const secret of [id, user_id, 'test-project', 'ada@']) expect(holder).not.toContain(secret)
    await killHolder('one')
    await startHolder('one')
  })

  describe.runIf(process.env['LATCHKEY_LONG'])('its alerts fire only for their causes', () => {
    const rows = [
      ['none without a cause', 60, async () => undefined, []],
      ['HolderFrozen', 2, () => operate('one', 'freeze --reason=drill'), ['HolderFrozen']],
      [
        'HolderMaintenance',
        65,
        () => operate('one', 'allow-maintenance --minutes=90 --reason=x'),
        ['HolderMaintenance'],
      ],
      ['HolderForgedCall', 1, () => ask(ada, { keyId: '0'.repeat(16) }), ['HolderForgedCall']],
      ['HolderNewDevices', 3, nameDevices, ['HolderNewDevices']],
    ] as const
    for (const [name, minutes, cause, fired] of rows)
      test(name, async () => {
        await killHolder('one')
        await startHolder('one', { HOLDER_NEW_DEVICES_PER_HOUR: '4' })
        const url = metricsUrls.get('one') ?? ''
        const timeline = createTimeline({ targets: [{ job: 'holder', url }], move: world.move, now: world.now })
        await timeline.run(20, syncClock)
        const before = await timeline.listFiring()
        await cause()
        await timeline.run(minutes, syncClock)
        expect((await timeline.listFiring()).filter((one) => !before.includes(one))).toEqual(fired)
        for (const command of ['unfreeze --reason=over', 'end-maintenance']) await operate('one', command)
        world.move(2 * hour)
        await killHolder('one')
        await startHolder('one')
      })

    async function nameDevices(): Promise<void> {
      for (const stranger of [0, 1, 2, 3].map(() => world.createVisitor()))
        await ask(ada, { signed: stranger.sign({ method: 'request.sign', params: {} }) })
    }
  })

  test('is backed up and verified by custody alone, and restored only during maintenance of the holder', async () => {
    const file = place('backup')
    await writeBackup(world.database, { file, now: world.now })
    const other = { DATABASE_URL: world.postgres.urls['other'] ?? '' }
    const run = (command = `restore --verify --holders ${file}`) => runOwn('holders.json', command, other)
    expect(await run(`verify ${file}`)).toMatchObject({ wallets: 4, sealed: 0, split: 4 })
    await expect(run()).rejects.toThrow('Try again in a moment')
    await operate('one', 'allow-maintenance --minutes=10 --reason=restore')
    await operate('one', 'freeze --reason=alarm')
    await expect(run()).rejects.toThrow('paused')
    await operate('one', 'unfreeze --reason=over')
    expect(await run()).toMatchObject({ wallets: 4 })
    world.move(hour)
    expect(await ask(ada, {})).toBe('maintenance')
    // a holder that has lost its database needs only its key
    await killHolder('one')
    const [key] = (await operate('one', 'show-kek')) as readonly { readonly words: string }[]
    await rm(place('key-one'))
    await operate('one', 'restore-kek', key?.words)
    const database = openDatabase({ url: postgres.urls['holder_one'] ?? '', warn: () => undefined })
    for (const table of ['audit', 'settings', 'spent_statements']) await database.query(`DELETE FROM ${table}`)
    await database.close()
    await startHolder('one')
    await ada.get('hello', {})
    expect(await sign(ada)).toBe('signed')
  })

  test('error: a changed log of the holder is detected, and opens nothing', async () => {
    expect(await sign(ada)).toBe('signed')
    const database = openDatabase({ url: postgres.urls['holder_one'] ?? '', warn: () => undefined })
    const change = (from: string, to: string) =>
      database.query("UPDATE audit SET entry = replace(entry, $1, $2) WHERE event = 'device.recorded'", [from, to])
    const { user_id } = await getWallet(bob)
    const [{ user_id: own }] = [await getWallet(ada)]
    await change(own, user_id)
    await expect(operate('one', 'verify-log')).rejects.toThrow('does not follow')
    // that would make the device another user's
    await bob.get('hello', {})
    await expect(ask(bob, { signed: ada.sign({ method: 'request.sign', params: {} }) })).rejects.toThrow('500')
    await change(user_id, own)
    expect(await operate('one', 'verify-log')).toMatchObject({ entries: 3 })
    await database.query('DELETE FROM audit WHERE seq = 3')
    expect(await sign(ada)).toBe('UNAVAILABLE') // the running holder has seen a later entry
    await killHolder('one')
    await startHolder('one')
    await database.close()
    expect(await sign(ada)).toBe('signed')
  })
})

describe('a wallet split between custody and two holders', () => {
  test('signs while either of them is unreachable, frozen or returns a wrong key, which is reported', async () => {
    const visitor = await logIn('grace@mail.example')
    const share = () => runOwn('both.json', 'split-wallets')
    await expect(share()).rejects.toThrow('Try again in a moment')
    await operate('one', 'allow-maintenance --minutes=10 --reason=second')
    expect(await share()).toMatchObject({ split: 0, shared: expect.toSatisfy((count: number) => count > 1) })
    await operate('one', 'end-maintenance')
    list = all.list
    await killHolder('one')
    expect(await sign(visitor)).toBe('signed')
    await startHolder('one')
    await operate('two', 'freeze --reason=alarm')
    expect(await sign(visitor)).toBe('signed')
    const liar = createServer((_, response) => {
      response.end(JSON.stringify({ key: randomBytes(32).toString('base64url') }))
    })
    liar.listen(0, '127.0.0.1')
    await once(liar, 'listening')
    const [one, two] = all.list as readonly [Holder, Holder]
    const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
    list = [connectHolder({ name: 'two', url, key: two.key }), one]
    expect(await sign(visitor)).toBe('signed')
    expect(world.warnings.map(String).join('\n')).toContain('The share holder two returned a wrong key')
    list = list.slice(0, 1)
    expect(await sign(visitor)).toBe('UNAVAILABLE')
    liar.close()
    // with one away and the other one frozen, nothing is signed
    list = all.list
    await killHolder('one')
    expect(await sign(visitor)).toBe('STOPPED')
    await operate('two', 'unfreeze --reason=over')
    expect(await sign(visitor)).toBe('signed')
    await startHolder('one')
    list = [one]
  })

  test('also needs its owner’s own key once it is sealed, and stays split when the seal is removed', async () => {
    const email = 'hal@mail.example'
    const owner = await logIn(email)
    const page = world.createVisitor({ origin: 'https://vault.example' })
    await world.logIn(page, email)
    const later = async (ms: number): Promise<void> => {
      world.move(ms)
      for (const visitor of [owner, page]) await visitor.get('hello', {})
    }
    const getCode = async (): Promise<string> => {
      await page.get('account.code', { purpose: 'seal' })
      return world.getMail(email).code
    }
    await later(24 * hour)
    const value = randomBytes(32).toString('base64url')
    await page.get('seal.add', { code: await getCode(), factor: { kind: 'code', value } })
    await later(24 * hour)
    await expect(prepare(owner)).rejects.toThrow('LOCKED')
    await owner.get('seal.unlock', { value })
    expect(await sign(owner)).toBe('signed')
    // a private key imported into the wallet joins the same seed, which needs the holder
    const imported = generatePrivateKey()
    const { key } = await page.get('wallets.importKey', {})
    const phrase = sealToWindow(key, { plain: Buffer.from(imported), purpose: 'import' })
    await later(hour)
    await page.get('account.code', { purpose: 'import' })
    await syncClock()
    const { code } = world.getMail(email)
    await page.get('wallets.import', { kind: 'key', phrase, code, by: value })
    await owner.get('seal.unlock', { value })
    const asked = await prepare(owner)
    expect([asked.address, await sign(owner, asked)]).toEqual([privateKeyToAddress(imported), 'signed'])
    await later(hour)
    const sealed = await getWallet(owner)
    await syncClock()
    await page.get('seal.remove', { code: await getCode(), by: value })
    expect([sealed, await getWallet(owner)].map((one) => [isSealed(one), isSplit(one)])).toEqual([
      [true, true],
      [false, true],
    ])
    expect(await sign(owner)).toBe('signed')
  })
})

describe('wallets of an existing vault', () => {
  test('are split by a command that resumes after being killed, survive a key rotation, and can be joined again', async () => {
    splitsNewWallets = false
    const visitors: Visitor[] = []
    for (const name of ['dan', 'eve', 'fay']) visitors.push(await logIn(`${name}@mail.example`))
    const wallets = await Promise.all(visitors.map(getWallet))
    expect(wallets.map(isSplit)).toEqual([false, false, false])
    splitsNewWallets = true
    // it waits for the last of them, and is killed there
    const last = wallets.toSorted((one, other) => (one.id < other.id ? -1 : 1)).at(-1)
    const killed = new AbortController()
    await world.database.inTransaction(async (client) => {
      await lockOn(client, [`seal ${last?.user_id}`])
      const run = runCustody(program('custody'), {
        ...{ words: ['split-wallets'], env: env('holders.json'), signal: killed.signal },
      })
      const countSplit = async () =>
        (await world.database.query("SELECT 1 FROM audit WHERE event = 'wallet.split'")).length
      await expect.poll(countSplit, { timeout: 20_000 }).toBe(2)
      killed.abort()
      expect((await run).code).toBe(null)
    })
    for (const visitor of visitors) expect(await sign(visitor)).toBe('signed')
    expect(await runOwn('holders.json', 'split-wallets')).toMatchObject({ split: 1 })
    const kek = openKekFile(world.options.kekFile)
    await rotateKek(world.database, { kek, prepares: false, settle: 0, now: world.now })
    const signAll = async () => {
      const outcomes: string[] = []
      for (const visitor of visitors) outcomes.push(await sign(visitor).catch(String))
      return outcomes
    }
    // custody reads the new key soon
    await expect.poll(signAll, { timeout: 20_000 }).toEqual(['signed', 'signed', 'signed'])
    await expect(runOwn('both.json', 'join-wallets')).rejects.toThrow('"newWallets": false')
    await expect(runOwn('joining.json', 'join-wallets')).rejects.toThrow('Try again in a moment')
    await operate('one', 'allow-maintenance --minutes=10 --reason=join')
    const [{ count } = { count: 0 }] = await world.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM wallets',
    )
    expect(await runOwn('joining.json', 'join-wallets')).toEqual({ joined: count, left: 0 })
    await Promise.all(names.map(killHolder))
    expect(await signAll()).toEqual(['signed', 'signed', 'signed'])
    expect(await world.database.query('SELECT 1 FROM wallet_shares')).toEqual([])
  })
})

describe('the locks of a data key', () => {
  const keys = { wrap: toWrapKey([randomBytes(32)]) }
  const local = createKeyHost({ keys, instance: '1'.repeat(32) })
  const [userKey, splitKey] = [randomBytes(32), randomBytes(32)]
  const id = { id: 'a', user_id: 'b', project: 'c', version: 1 }

  test.each<[string, KeyHost]>([
    ['this process', local],
    ['another process', createRemoteHost((call) => performCall(local, call))],
  ])('are added and removed in any order by %s, and its length shows which ones it has', async (_, host) => {
    for (const locks of [{ splitKey }, { userKey }]) {
      const made = await host.createWallet({ wallet: id, locks })
      const wallet = { ...id, ...made, ...made.accounts }
      const place = { use: 'dek', wallet } as const
      const other = 'splitKey' in locks ? { userKey } : { splitKey }
      const both = { ...wallet, dek: await host.rewrap({ dek: made.dek, from: place, to: { ...place, locks: other } }) }
      expect([wallet, both].map((one) => [isSealed(one), isSplit(one)])).toEqual([
        ['userKey' in locks, 'splitKey' in locks],
        [true, true],
      ])
      await host.verify({ wallet: both, locks: { userKey, splitKey } })
      for (const few of [{}, { userKey }, { splitKey }, { userKey: splitKey, splitKey: userKey }])
        await expect(host.verify({ wallet: both, locks: few })).rejects.toThrow()
      const dek = await host.rewrap({
        ...{ dek: both.dek, from: { ...place, locks: { userKey, splitKey } } },
        to: { ...place, locks: { splitKey } },
      })
      await host.verify({ wallet: { ...wallet, dek }, locks: { splitKey } })
    }
  })
})
