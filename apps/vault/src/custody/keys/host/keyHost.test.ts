import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleProgram } from '@latchkey/devnet/programs'
import { toHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '../../backup/backupFile.js'
import { restoreBackup, verifyBackup } from '../../backup/restoreBackup.js'
import { sealToWindow } from '../../crypto/windowSeal.js'
import { openDatabase } from '../../database/database.js'
import { allProjects, switchSigning } from '../../freezes/signingSwitch.js'
import { type RunningCustody, startCustody } from '../../startCustody.js'
import type { Visitor } from '../../test/createVisitor.js'
import { startWorld, type World } from '../../test/startWorld.js'
import { openKekFile, readKeks } from '../backends/kekFile.js'
import { openKeys } from '../openKeys.js'
import { rotateKek } from '../rotation/rotateKek.js'
import type { AttestationPolicy } from './attestation/policy.js'
import { readAttestationPolicy } from './attestation/policy.js'
import { connectKeyHost } from './connectKeyHost.js'
import { createKeyHost, type OpenKeyHost } from './keyHost.js'
import { createAuthority, measured } from './test/documents.js'

// a key host in a process of its own, which attests to its key by a test's authority, and a custody that uses it

let folder: string
let programs: { readonly folder: string; readonly file: string }
let world: World
let host: ChildProcess
let policy: AttestationPolicy
let ada: Visitor
const reports: unknown[] = []

const place = (name: string): string => join(folder, name)

async function startHost(more: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(programs.folder, 'keyHost.mjs')], {
    env: {
      PATH: process.env['PATH'],
      DRAIN_SECONDS: '0',
      KEY_HOST_SOCKET: place('host.sock'),
      VAULT_KEK_FILE: place('host-key'),
      KEY_HOST_ATTEST_COMMAND: JSON.stringify([
        process.execPath,
        join(programs.folder, 'attest.mjs'),
        place('authority'),
      ]),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.resume()
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The key host ended at start.')))
  await Promise.race([once(createInterface(child.stdout as never), 'line'), ended])
  ended.catch(() => undefined) // handled when it is killed
  return child
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const connect = (more: Partial<Parameters<typeof connectKeyHost>[0]> = {}): OpenKeyHost =>
  connectKeyHost({ socket: place('host.sock'), policy, now: Date.now, warn: (cause) => reports.push(cause), ...more })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-host-'))
  programs = await bundleProgram('vault', {
    entries: { keyHost: 'src/custody/keys/host/main.ts', attest: 'src/custody/keys/host/test/attestProgram.ts' },
  })
  const authority = createAuthority({ now: Date.now(), days: 20 })
  const key = authority.key.export({ format: 'pem', type: 'pkcs8' })
  await writeFile(place('authority'), JSON.stringify({ ...authority, key }))
  const pcrs = Object.fromEntries([0, 1, 2].map((index) => [index, measured(index + 1).toString('hex')]))
  await writeFile(place('policy'), JSON.stringify({ kind: 'nitro', pcrs, root: authority.root }))
  policy = await readAttestationPolicy(place('policy'))
  host = await startHost({ VAULT_KEK_CREATE: '1' })
  world = await startWorld({ openKeyHost: connect(), databases: ['other'] })
  ada = world.createVisitor()
  await world.logIn(ada, 'ada@mail.example')
})
afterAll(async () => {
  await world?.stop()
  if (host?.exitCode === null) await kill(host)
  await rm(programs.folder, { recursive: true, force: true })
  await rm(folder, { recursive: true })
})

async function sign(visitor: Visitor): Promise<boolean> {
  const user = await visitor.get('user.get', {})
  const address = user.accounts[0]?.address as `0x${string}`
  const asked = await visitor.get('request.prepare', {
    method: 'personal_sign',
    params: [toHex('Hello'), address],
    chain: 'eip155:1',
  })
  const { result } = await visitor.get('request.sign', { id: asked.id, digest: asked.digest })
  return verifyMessage({ address, message: 'Hello', signature: result as `0x${string}` })
}

const opened = async () => openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })

async function getWallet() {
  const [row] = await world.database.query<never>('SELECT * FROM wallets')
  return row as unknown as Parameters<ReturnType<OpenKeyHost>['verify']>[0]['wallet']
}

describe('a key host in another process', () => {
  test('creates wallets and signs; custody’s own keys open none of them', async () => {
    expect(await sign(ada)).toBe(true)
    const wallet = await getWallet()
    const { keys, instance } = await opened()
    await expect(createKeyHost({ keys, instance }).verify({ wallet, locks: {} })).rejects.toThrow()
    await connect()({ keys, instance }).verify({ wallet, locks: {} })
    expect((await stat(place('host.sock'))).mode & 0o777).toBe(0o600)
  })

  test('error: signs nothing but the expected request, moves no data key to another wallet, and opens no changed one', async () => {
    const { keys, instance } = await opened()
    const remote = connect()({ keys, instance })
    const wallet = await getWallet()
    const canonical = JSON.stringify({
      v: 1,
      method: 'eth_sign',
      chain: 'eip155:1',
      origin: 'https://a.example',
      now: 1,
      params: [],
    })
    const expected = { digest: '00', method: 'eth_sign', chain: 'eip155:1', origin: 'https://a.example' }
    await expect(remote.sign({ wallet, locks: {}, canonical, expected })).rejects.toMatchObject({
      name: 'InvalidRequestError',
      code: 4200,
    })
    const from = { use: 'dek', wallet } as const
    const to = { use: 'dek', wallet: { ...wallet, id: 'another' } } as const
    await expect(remote.rewrap({ dek: wallet.dek, from, to })).rejects.toThrow('The key host failed')
    const seed = Buffer.from(wallet.seed)
    seed.writeUInt8(seed.readUInt8(20) ^ 1, 20)
    await expect(remote.verify({ wallet: { ...wallet, seed }, locks: {} })).rejects.toThrow('The key host failed')
    await expect(remote.verify({ wallet: { ...wallet, version: 2 }, locks: {} })).rejects.toThrow('The key host failed')
    await expect(remote.exportTo({ wallet, locks: {}, key: { x: 'AA', y: 'AA' } })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('while it is unreachable, nothing is signed, logins work, and signing resumes after its restart', async () => {
    await kill(host)
    const asked = await ada.ask('user.get', {})
    expect(asked.error).toBeUndefined()
    await expect(sign(ada)).rejects.toThrow('UNAVAILABLE')
    const second = world.createVisitor()
    await world.logIn(second, 'ada@mail.example')
    // a new user would get a wallet
    const bob = world.createVisitor()
    await expect(world.logIn(bob, 'bob@mail.example')).rejects.toThrow('UNAVAILABLE')
    host = await startHost()
    expect(await sign(ada)).toBe(true)
    // the same host as before, in a session that the new process doesn't know
    await kill(host, 'SIGTERM')
    host = await startHost()
    expect(await sign(second)).toBe(true)
  })

  test('while it hangs, nothing is signed, logins work, signing can be stopped, and it resumes once it responds', async () => {
    const signMany = () => Promise.allSettled(Array.from({ length: 12 }, () => sign(ada)))
    host.kill('SIGSTOP')
    // all connections to the database are in use for six seconds; from then on one of them
    const failed = (await signMany()).map((one) => one.status === 'rejected' && String(one.reason))
    expect(failed).toEqual(failed.map(() => expect.stringContaining('UNAVAILABLE')))
    const hanging = signMany()
    await expect(Promise.race([hanging, sign(ada)])).rejects.toThrow('UNAVAILABLE')
    const start = performance.now()
    await world.logIn(world.createVisitor(), 'ada@mail.example')
    expect(performance.now() - start).toBeLessThan(4_000)
    // waits for the one signature in progress
    const { keys } = await opened()
    const switches = (state: 'stopped' | 'on'): Promise<boolean> =>
      world.database.inTransaction((client) =>
        switchSigning({ keys, now: world.now }, client, { project: allProjects, state }),
      )
    expect(await switches('stopped')).toBe(true)
    await hanging
    host.kill('SIGCONT')
    expect(await switches('on')).toBe(true)
    await expect.poll(() => sign(ada)).toBe(true)
  })

  test('error: is not used with other code, without an attestation, or if another authority attests to it', async () => {
    const { keys, instance } = await opened()
    const wallet = await getWallet()
    const refuses = async (openHost: OpenKeyHost, reason: string): Promise<void> => {
      reports.length = 0
      await expect(openHost({ keys, instance }).verify({ wallet, locks: {} })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      })
      expect(String((reports[0] as Error).cause)).toContain(reason)
    }
    if (policy.kind !== 'nitro') throw new Error('The policy is of another kind.')
    await refuses(
      connect({ policy: { ...policy, pcrs: { ...policy.pcrs, 1: measured(9) } } }),
      'PCR1 is not the expected one',
    )
    await refuses(connect({ policy: { ...policy, root: undefined } }), 'the expected root')
    await refuses(connect({ now: () => Date.now() + 40 * 86_400_000 }), 'is valid from')
    await kill(host)
    host = await startHost({ KEY_HOST_ATTEST_COMMAND: JSON.stringify(['/bin/false']) })
    await refuses(connect(), 'answered 400')
    await kill(host)
    host = await startHost()
  })

  test('error: a relay in between reads no secret, and can neither change nor repeat a call', async () => {
    const { keys, instance } = await opened()
    const wallet = await getWallet()
    const seen: Buffer[] = []
    let change = (bytes: Buffer): Buffer => bytes
    const sockets = new Set<Socket>()
    const relay = createServer((client) => {
      const server = createConnection(place('host.sock'))
      for (const socket of [client, server]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
      }
      client.on('data', (bytes: Buffer) => {
        seen.push(bytes)
        server.write(change(bytes))
      })
      server.on('data', (bytes: Buffer) => {
        seen.push(bytes)
        client.write(bytes)
      })
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
    })
    relay.listen(place('relay.sock'))
    await once(relay, 'listening')
    const remote = connect({ socket: place('relay.sock') })({ keys, instance })
    const userKey = randomBytes(32)
    const from = { use: 'dek', wallet } as const
    const sealed = await remote.rewrap({ dek: wallet.dek, from, to: { use: 'dek', wallet, locks: { userKey } } })
    await remote.verify({ wallet: { ...wallet, dek: sealed }, locks: { userKey } })
    const traffic = Buffer.concat(seen).toString('latin1')
    for (const secret of [userKey, wallet.dek, sealed])
      for (const encoding of ['base64url', 'hex', 'latin1'] as const)
        expect(traffic).not.toContain(secret.toString(encoding))
    const recorded = seen.findLast((bytes) => bytes.includes('POST /call'))?.toString() ?? ''
    const body = recorded.slice(recorded.indexOf('\r\n\r\n') + 4)
    // the very same call again, and one with a changed bit
    const post = (content: string): Promise<number | undefined> =>
      new Promise((resolve, reject) =>
        request({ socketPath: place('host.sock'), path: '/call', method: 'POST' }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
          .on('error', reject)
          .end(content),
      )
    expect(await post(body)).toBe(400)
    expect(await post(body.replace(/"number":\d+/, '"number":9'))).toBe(400)
    change = (bytes) =>
      Buffer.from(
        bytes.toString().replace(/("bytes":"[\w-]{8})([\w-])/, (_, start, one) => `${start}${one === 'A' ? 'B' : 'A'}`),
      )
    await expect(remote.verify({ wallet, locks: {} })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    for (const socket of sockets) socket.destroy()
    relay.close()
  })

  test('imports a private key next to the seed of another wallet of the same user, but of no other user', async () => {
    const { keys, instance } = await opened()
    const from = await getWallet()
    const remote = connect()({ keys, instance })
    const key = generatePrivateKey()
    const to = await remote.importKey({ purpose: 'test' })
    const phrase = sealToWindow(to, { plain: Buffer.from(key), purpose: 'import' })
    const wallet = { id: 'f'.repeat(32), user_id: from.user_id, project: from.project, version: 1 }
    const options = { wallet, locks: {}, from: { wallet: from, locks: {} }, purpose: 'test', phrase }
    const { accounts, ...sealed } = await remote.importAccount(options)
    expect(accounts).toMatchObject({ eip155: privateKeyToAddress(key), solana: from.solana })
    await remote.verify({ wallet: { ...wallet, ...sealed, ...accounts }, locks: {} })
    await expect(remote.importAccount({ ...options, wallet: { ...wallet, user_id: 'other' } })).rejects.toThrow()
    await expect(remote.importAccount({ ...options, purpose: 'another' })).rejects.toThrow('out of date')
  })

  test('refuses exports beyond its hourly limit', async () => {
    await kill(host)
    host = await startHost({ KEY_HOST_EXPORTS_PER_HOUR: '1' })
    const { keys, instance } = await opened()
    const wallet = await getWallet()
    const remote = connect()({ keys, instance })
    const { key } = ada
    expect(await remote.exportTo({ wallet, locks: {}, key })).toMatchObject({ sealed: expect.any(String) })
    await expect(remote.exportTo({ wallet, locks: {}, key })).rejects.toMatchObject({ code: 'TOO_MANY' })
    await kill(host)
    host = await startHost()
  })

  test('verifies and restores backups, and both keys are rotated while everything runs', async () => {
    const openKeyHost = connect()
    const kek = openKekFile(world.options.kekFile)
    const file = place('backup')
    await writeBackup(world.database, { file, now: world.now })
    const keks = (await readKeks(world.options.kekFile)) ?? []
    expect(await verifyBackup(file, { keks, openKeyHost })).toMatchObject({ wallets: 1, sealed: 0 })
    await expect(verifyBackup(file, { keks })).rejects.toThrow()
    // the host's next key comes after the one in use
    const next = randomBytes(32).toString('hex')
    await writeFile(place('host-key'), `${await readFile(place('host-key'), 'utf8')}${next}\n`)
    const before = (await getWallet()).dek
    await expect
      .poll(async () => {
        const { keys, instance } = await opened()
        const place = { use: 'dek', wallet: await getWallet() } as const
        const renewed = await openKeyHost({ keys, instance }).rewrap({ dek: before, from: place, to: place })
        return renewed.subarray(0, 8).equals(before.subarray(0, 8))
      })
      .toBe(false)
    const rotated = await rotateKek(world.database, { kek, openKeyHost, prepares: false, settle: 0, now: world.now })
    expect(rotated).toMatchObject({ refused: 0 })
    await writeFile(place('host-key'), `${next}\n`)
    await kill(host)
    host = await startHost()
    await expect.poll(() => sign(ada).catch((cause: Error) => cause.message)).toBe(true)
    const other = openDatabase({ url: world.postgres.urls['other'] ?? '', warn: () => undefined })
    const again = place('again')
    await writeBackup(world.database, { file: again, now: world.now })
    expect(await restoreBackup(other, { file: again, kek, openKeyHost })).toMatchObject({ wallets: 1 })
    await other.close()
  })

  test('takes over the wallets of a custody process that had the key itself', async () => {
    const own = await startWorld()
    const { kekFile } = own.options
    const visitor = own.createVisitor()
    await own.logIn(visitor, 'eve@mail.example')
    expect(await sign(visitor)).toBe(true)
    await Promise.all((own.custodies as RunningCustody[]).splice(0).map(({ stop }) => stop()))
    // a copy of the key for the host, then another one for custody
    await kill(host)
    await copyFile(kekFile, place('host-key'))
    host = await startHost()
    const openKeyHost = connect()
    const moved = await startCustody({ ...own.options, openKeyHost, createsKek: false })
    expect(await sign(visitor)).toBe(true)
    await rotateKek(own.database, {
      kek: openKekFile(kekFile),
      openKeyHost,
      prepares: false,
      settle: 0,
      now: world.now,
    })
    await expect.poll(() => sign(visitor).catch((cause: Error) => cause.message)).toBe(true)
    await moved.stop()
    // custody alone can no longer open them
    const { keys, instance } = await openKeys(own.database, { kek: openKekFile(kekFile), createsKek: false })
    const [row] = await own.database.query<never>('SELECT * FROM wallets')
    const wallet = row as unknown as Awaited<ReturnType<typeof getWallet>>
    await expect(createKeyHost({ keys, instance }).verify({ wallet, locks: {} })).rejects.toThrow()
    await own.stop()
  })
})
