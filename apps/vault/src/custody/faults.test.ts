import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@latchkey/devnet'
import { numberToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSite } from '../site/startSite.js'
import { writeFrameFolder } from '../site/test/writeFrameFolder.js'
import { openDatabase } from './database/database.js'
import { startCustody } from './startCustody.js'
import { bundleCustody } from './test/bundleCustody.js'
import { createVisitor, type Visitor } from './test/createVisitor.js'
import { post } from './test/post.js'
import { type SpawnedCustody, spawnCustody } from './test/spawnCustody.js'
import { startCommitGate } from './test/startCommitGate.js'
import { type Gate, startGate } from './test/startGate.js'
import { startWorld, type World } from './test/startWorld.js'

let world: World
let bundle: Awaited<ReturnType<typeof bundleCustody>>
const spawned: SpawnedCustody[] = []
beforeAll(async () => {
  bundle = await bundleCustody()
  world = await startWorld()
  await writeFile(
    join(world.folder, 'projects.json'),
    JSON.stringify({
      demo: { name: 'Demo', origins: ['https://app.example'] },
      limited: {
        name: 'Limited',
        origins: ['https://app.example'],
        policy: { assets: { 'eip155:1': { native: { decimals: 18, dailyLimit: '1' } } } },
      },
    }),
  )
})
afterEach(async () => {
  for (const { kill } of spawned.splice(0)) await kill('SIGKILL')
})
afterAll(async () => {
  await world?.stop()
  await bundle?.remove()
})

const toEnvironment = (databaseUrl: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  CUSTODY_PORT: '0',
  VAULT_KEK_FILE: world.options.kekFile,
  SMTP_URL: world.mailbox.smtpUrl,
  MAIL_FROM: 'Latchkey <login@vault.example>',
  PUBLIC_URL: 'https://vault.example',
  VAULT_PROJECTS_FILE: join(world.folder, 'projects.json'),
})
async function spawnOne(databaseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<SpawnedCustody> {
  const one = await spawnCustody(bundle.file, { ...toEnvironment(databaseUrl), ...more })
  spawned.push(one)
  return one
}
/** Starts a login and returns its email code. */
async function untilCode(visitor: Visitor, { address, email }: { address: string; email: string }): Promise<string> {
  await visitor.get('hello', {})
  await visitor.get('email.start', { email })
  await post(address, '/link', { token: world.getMail(email).token, approve: true, ip: '192.0.2.1' })
  await visitor.get('email.device', {})
  return world.getMail(email).code
}
const countOf = async (table: string): Promise<number> => {
  const [row] = await world.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  return row?.count ?? 0
}

describe('a process killed during a first login', () => {
  test.each(['after', 'before'] as const)(
    '%s the commit and before the reply creates one wallet with the same code [F7] [F8]',
    async (at) => {
      const gate = await startCommitGate(world.options.databaseUrl)
      const one = await spawnOne(gate.url)
      const email = `killed-${at}@mail.example`
      const visitor = createVisitor({ addresses: [one.address], now: Date.now })
      const code = await untilCode(visitor, { address: one.address, email })
      const before = await countOf('wallets')
      gate.arm({ text: 'INSERT INTO wallets', at, act: () => void one.kill('SIGKILL') })
      await expect(visitor.get('email.verify', { code })).rejects.toThrow()
      await one.exited
      expect(await countOf('wallets')).toBe(before + (at === 'after' ? 1 : 0))
      const written = await world.database.query('SELECT eip155 FROM wallets ORDER BY created_at DESC LIMIT 1')

      const next = await spawnOne(world.options.databaseUrl)
      const again = createVisitor({ addresses: [next.address], now: Date.now, credential: visitor.getCredential() })
      await again.get('hello', {})
      const { user } = await again.get('email.verify', { code })
      expect(await again.get('email.verify', { code })).toEqual({ user })
      expect(await countOf('wallets')).toBe(before + 1)
      if (at === 'after') expect(written).toEqual([{ eip155: user.accounts[0]?.address }])
      for (const table of ['users', 'identities']) expect(await countOf(table)).toBe(await countOf('wallets'))
      await gate.stop()
    },
  )
})

describe('a process killed while it sends an email', () => {
  test('leaves the code to another process, which sends one at once', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const one = await spawnOne(world.options.databaseUrl, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const two = await spawnOne(world.options.databaseUrl)
    const email = 'killed-mailing@mail.example'
    const visitor = createVisitor({ addresses: [two.address], now: Date.now })
    await visitor.get('hello', {})
    await visitor.get('email.start', { email })
    await post(two.address, '/link', { token: world.getMail(email).token, approve: true, ip: '192.0.2.1' })
    const same = createVisitor({ addresses: [one.address], now: Date.now, credential: visitor.getCredential() })
    await same.get('hello', {})
    const lost = same.ask('email.device', {})
    const begun = once(silent, 'connection')
    lost.catch(() => undefined)
    await begun
    const began = performance.now()
    await Promise.all([one.kill('SIGKILL'), expect(lost).rejects.toThrow()])
    expect(await visitor.get('email.device', {})).toEqual({ status: 'approved' })
    expect(performance.now() - began).toBeLessThan(8_000)
    await visitor.get('email.verify', { code: world.getMail(email).code })
    silent.close()
  })

  test('does not keep the user waiting if the link was not sent yet', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const one = await spawnOne(world.options.databaseUrl, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const two = await spawnOne(world.options.databaseUrl)
    const email = 'killed-linking@mail.example'
    const visitor = createVisitor({ addresses: [two.address], now: Date.now })
    await visitor.get('hello', {})
    const same = createVisitor({ addresses: [one.address], now: Date.now, credential: visitor.getCredential() })
    await same.get('hello', {})
    const lost = same.ask('email.start', { email })
    const begun = once(silent, 'connection')
    lost.catch(() => undefined)
    await begun
    // while it lives, no second email is sent
    expect(await visitor.ask('email.start', { email })).toMatchObject({ error: { code: 'TOO_MANY' } })
    await Promise.all([one.kill('SIGKILL'), expect(lost).rejects.toThrow()])
    const began = performance.now()
    expect(await visitor.get('email.start', { email })).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect(performance.now() - began).toBeLessThan(8_000)
    await post(two.address, '/link', { token: world.getMail(email).token, approve: true, ip: '192.0.2.1' })
    expect(await visitor.get('email.device', {})).toEqual({ status: 'approved' })
    await visitor.get('email.verify', { code: world.getMail(email).code })
    silent.close()
  })
})

describe('a process killed between reserving an amount and committing it', () => {
  test.each<[string, (databaseUrl: string, kill: () => void) => Promise<Gate & { readonly arm: () => void }>]>([
    [
      'before the signature',
      async (databaseUrl, kill) => {
        const gate = await startCommitGate(databaseUrl)
        return { ...gate, arm: () => gate.arm({ text: 'INSERT INTO spendings', at: 'after', act: kill }) }
      },
    ],
    [
      'behind the signature',
      async (databaseUrl, kill) => {
        let isArmed = false
        const gate = await startGate(databaseUrl, () => ({
          onQuestion: (chunk, pass) => {
            if (!isArmed || !chunk.toString('latin1').includes('SET is_signed = true')) return pass()
            kill()
          },
          onAnswer: (_, pass) => pass(),
        }))
        return {
          ...gate,
          arm: () => {
            isArmed = true
          },
        }
      },
    ],
  ])('%s: keeps to the limit, signs nothing twice, and leaves nothing locked', async (moment, open) => {
    const clockFile = join(world.folder, `clock-${moment.slice(0, 6)}`)
    let moved = 0
    await writeFile(clockFile, '0')
    const now = (): number => Date.now() + moved
    const kills: SpawnedCustody[] = []
    const gate = await open(world.options.databaseUrl, () => void kills[0]?.kill('SIGKILL'))
    const one = await spawnOne(gate.url, { CLOCK_FILE: clockFile })
    kills.push(one)
    const two = await spawnOne(world.options.databaseUrl, { CLOCK_FILE: clockFile })
    const email = `spends-${moment.slice(0, 6)}@mail.example`
    const first = createVisitor({ addresses: [one.address], now, project: 'limited' })
    await first.get('email.verify', { code: await untilCode(first, { address: one.address, email }) })
    const { accounts } = await first.get('user.get', {})
    const prepare = (visitor: Visitor, ether: string) =>
      visitor.get('request.prepare', {
        method: 'eth_sendTransaction',
        chain: 'eip155:1',
        params: [
          {
            from: accounts[0]?.address,
            to: `0x${'ab'.repeat(20)}`,
            value: numberToHex(parseEther(ether)),
            gas: numberToHex(21_000),
            gasPrice: numberToHex(1_000_000_000),
            nonce: '0x0',
          },
        ],
      })
    const { id, digest } = await prepare(first, '0.6')
    gate.arm()
    await expect(first.get('request.sign', { id, digest })).rejects.toThrow()
    await one.exited
    const rows = 'SELECT is_signed FROM spendings WHERE recipient IS DISTINCT FROM $1'
    expect(await world.database.query(rows, ['fee'])).toContainEqual({ is_signed: false })

    const other = { addresses: [two.address], now, project: 'limited', credential: first.getCredential() }
    const second = createVisitor(other)
    await second.get('hello', {})
    expect((await second.ask('request.sign', { id, digest })).error?.code).toBe('NO_APPROVAL')
    const { error } = await second.ask('request.prepare', {
      method: 'eth_sendTransaction',
      chain: 'eip155:1',
      params: [
        {
          from: accounts[0]?.address,
          to: `0x${'ab'.repeat(20)}`,
          value: numberToHex(parseEther('0.6')),
          gas: numberToHex(21_000),
          gasPrice: numberToHex(1_000_000_000),
          nonce: '0x0',
        },
      ],
    })
    expect(error).toMatchObject({ code: 'SPEND_LIMIT' })
    expect(error?.retryAfter).toBeLessThanOrEqual(86_400)
    // the rest of the day's limit is available
    const less = await prepare(second, '0.3')
    await second.get('request.sign', { id: less.id, digest: less.digest })
    // and all of it a day later
    moved = 86_400_000 + 1_000
    await writeFile(clockFile, String(moved))
    await second.get('hello', {})
    const later = await prepare(second, '0.6')
    await second.get('request.sign', { id: later.id, digest: later.digest })
    await gate.stop()
  })
})

describe('a database', () => {
  test('that is killed right after a reply keeps what was acknowledged, whatever its default [F13]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
    const first = await startPostgres({ folder: join(folder, 'data'), databases: ['vault'] })
    const url = first.urls['vault'] ?? ''
    const options = { ...world.options, kekFile: join(folder, 'kek'), databaseUrl: url }
    const custody = await startCustody({ ...options, listen: { port: 0 } })
    const look = openDatabase({ url, warn: () => undefined })
    await look.query('ALTER ROLE vault SET synchronous_commit TO off')
    await look.close()
    await custody.stop()
    const again = await startCustody({ ...options, listen: { port: 0 } })
    const visitor = createVisitor({ addresses: [again.address], now: world.now })
    const code = await untilCode(visitor, { address: again.address, email: 'power@mail.example' })
    const { user } = await visitor.get('email.verify', { code })
    process.kill(first.pid, 'SIGKILL')
    await first.exited

    // while it is unreachable, calls fail with UNAVAILABLE, and nothing hangs
    const away = await visitor.ask('user.get', {})
    expect(away.error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
    expect(await get(again.address, '/ready')).toEqual([503, { ok: false, failed: ['database'] }])
    expect(await get(again.address, '/health')).toEqual([200, { ok: true }])

    const second = await startPostgres({ folder: join(folder, 'data'), port: first.port, databases: ['vault'] })
    await expect.poll(async () => (await visitor.ask('user.get', {})).result).toEqual(user)
    // the pool may still have a connection to the killed server
    await expect.poll(() => get(again.address, '/ready'), { timeout: 5_000 }).toEqual([200, { ok: true }])
    await again.stop()
    await second.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('error: UNAVAILABLE if its disk is full: no partial rows, reads still work, and so does the same code later [F12]', async () => {
    const reader = world.createVisitor()
    await world.logIn(reader, 'reader@mail.example')
    const visitor = world.createVisitor()
    const { address } = world.custodies[0] ?? { address: '' }
    const code = await untilCode(visitor, { address, email: 'full@mail.example' })
    const before = [
      await countOf('users'),
      await countOf('identities'),
      await countOf('sessions'),
      await countOf('audit'),
    ]
    await world.database.query(
      `CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    )
    await world.database.query('CREATE TRIGGER is_full BEFORE INSERT ON wallets EXECUTE FUNCTION is_full()')
    const { error } = await visitor.ask('email.verify', { code })
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
    expect([
      await countOf('users'),
      await countOf('identities'),
      await countOf('sessions'),
      await countOf('audit'),
    ]).toEqual(before)
    expect(await reader.get('user.get', {})).toMatchObject({ email: 'reader@mail.example' })
    await world.database.query('DROP TRIGGER is_full ON wallets')
    expect((await visitor.get('email.verify', { code })).user.email).toBe('full@mail.example')
  })
})

describe('an unexpected failure', () => {
  test('is logged as one JSON line with the id of the request, and without its data', async () => {
    const one = await spawnOne(world.options.databaseUrl)
    const frameFolder = await writeFrameFolder()
    const site = await startSite({
      projects: world.options.projects,
      networks: [],
      custody: one.address,
      port: 0,
      publicUrl: 'https://vault.example',
      frameFolder,
    })
    const email = 'nobody-knows-me@mail.example'
    const signed = createVisitor({ addresses: [], now: Date.now }).sign({ method: 'email.start', params: { email } })
    await world.database.query('ALTER TABLE spent_statements RENAME TO elsewhere')
    const id = 'request-of-the-proxy-1'
    const response = await fetch(`${site.url}/v1/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://vault.example', 'x-request-id': id },
      body: JSON.stringify(signed),
    })
    await world.database.query('ALTER TABLE elsewhere RENAME TO spent_statements')
    expect([response.status, response.headers.get('x-request-id')]).toEqual([500, id])
    await expect.poll(one.getOutput).toContain('42P01')
    const [, ...lines] = one.getOutput().trim().split('\n')
    // the cleaning of expired rows may fail at the same time
    const entries = lines.map((line) => JSON.parse(line) as { readonly level: string; readonly requestId?: string })
    // besides the line of its response
    expect(entries.filter(({ level, requestId }) => level !== 'info' && requestId === id)).toEqual([
      expect.objectContaining({ level: 'error', requestId: id, code: '42P01', name: 'error' }),
    ])
    expect(one.getOutput()).not.toContain(email)
    await site.stop()
    await rm(frameFolder, { recursive: true })
  })
})

describe('a socket', () => {
  test('is taken over from a killed process, but not from a running one', async () => {
    const socket = join(world.folder, 'taken.sock')
    const env = { ...toEnvironment(world.options.databaseUrl), CUSTODY_SOCKET: socket }
    const one = await spawnCustody(bundle.file, env)
    spawned.push(one)
    await expect(spawnCustody(bundle.file, env)).rejects.toThrow(`Another custody process is listening on ${socket}.`)
    await one.kill('SIGKILL')
    const next = await spawnCustody(bundle.file, env)
    expect(next.address).toBe(socket)
    await next.kill('SIGTERM')
  })

  test('error: is rejected with the folder’s path if the folder is missing', async () => {
    const missing = join(world.folder, 'missing')
    const env = { ...toEnvironment(world.options.databaseUrl), CUSTODY_SOCKET: join(missing, 'custody.sock') }
    await expect(spawnCustody(bundle.file, env)).rejects.toThrow(
      `ENOENT: no such file or directory, access '${missing}'`,
    )
  })
})

async function get(address: string, path: '/health' | '/ready'): Promise<readonly [number, unknown]> {
  const response = await fetch(`${address}${path}`)
  return [response.status, await response.json()]
}
