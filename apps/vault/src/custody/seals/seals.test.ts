import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { toHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '../backup/backupFile.js'
import { verifyBackup } from '../backup/restoreBackup.js'
import { toThumbprint } from '../devices/statement.js'
import { openKekFile, readKeks } from '../keys/backends/kekFile.js'
import { openSecret } from '../keys/host/keyHost.js'
import { openKeys } from '../keys/openKeys.js'
import { rotateKek } from '../keys/rotation/rotateKek.js'
import { startCustody } from '../startCustody.js'
import { createVisitor, type Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'
import { findWallet } from '../wallets/wallet.js'

const own = 'https://vault.example'
const [hour, day] = [3_600_000, 86_400_000]

let world: World
let app: Visitor
let page: Visitor
let address: `0x${string}`
const email = 'sealed@mail.example'
const printed = randomBytes(32).toString('base64url')
const passkey = randomBytes(32).toString('base64url')
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
  app = world.createVisitor()
  page = world.createVisitor({ origin: own })
  await world.logIn(app, email)
  world.move(hour)
  await world.logIn(page, email)
  await later(day)
  address = (await app.get('user.get', {})).accounts[0]?.address as `0x${string}`
})
afterAll(() => world?.stop())

async function later(ms: number): Promise<void> {
  world.move(ms)
  for (const visitor of [app, page]) await visitor.get('hello', {})
}
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const ask = { method: 'personal_sign', params: [] as unknown[], chain: 'eip155:1' }
async function sign(visitor = app): Promise<boolean> {
  const params = [toHex('mine'), address]
  const asked = await visitor.get('request.prepare', { ...ask, params })
  const { result } = await visitor.get('request.sign', { id: asked.id, digest: asked.digest })
  return verifyMessage({ address, message: 'mine', signature: result as `0x${string}` })
}
/** A code for one change, hours after the last one: a mailbox gets ten in a day. */
async function fresh(): Promise<string> {
  await later(3 * hour)
  await page.get('account.code', { purpose: 'seal' })
  return world.getMail(email).code
}
const subjects = (to: string): readonly string[] => world.mailbox.getMails(to).map(({ subject }) => subject)
/** Whether custody's key alone opens the wallet. */
async function opensAlone(): Promise<boolean> {
  const opened = await openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })
  const [row] = await world.database.query<{ user_id: string }>('SELECT user_id FROM wallets WHERE eip155 = $1', [
    address,
  ])
  const wallet = await findWallet(opened, world.database, row?.user_id ?? '')
  return openSecret(opened, { wallet, locks: {} }, () => true).catch(() => false)
}

describe('a sealed wallet', () => {
  test('error: needs a code as its first factor, as a passkey can be lost', async () => {
    const factor = { kind: 'passkey', credential: 'abc', value: passkey } as const
    expect(await codeOf(page.ask('seal.add', { code: await fresh(), factor }))).toBe('INVALID_PARAMS')
    expect(await opensAlone()).toBe(true)
  })

  test('works as before for 24 hours; then it is locked, and custody alone cannot open it', async () => {
    const { dueAt } = await page.get('seal.add', { code: await fresh(), factor: { kind: 'code', value: printed } })
    expect(dueAt).toBe(world.now() + day)
    await later(day - 60_000)
    expect(await page.get('account.get', {})).toMatchObject({
      seal: { isSealed: false, passkeys: [] },
      pendingSeal: { dueAt, makesSeed: false },
    })
    expect(await sign()).toBe(true)
    await later(60_000)
    const { error } = await app.ask('request.prepare', { ...ask, params: [toHex('mine'), address] })
    expect(error).toMatchObject({ code: 'LOCKED', message: expect.stringContaining('Unlock it in this browser') })
    expect(await opensAlone()).toBe(false)
    const state = await page.get('account.get', {})
    expect(state).toMatchObject({ seal: { isSealed: true, passkeys: [] } })
    expect(state.pendingSeal).toBeUndefined()
    await expect.poll(() => subjects(email), { timeout: 10_000 }).toContain('Your wallet was sealed')
    // its addresses are not secret
    expect(await app.get('user.get', {})).toMatchObject({ accounts: [{ address }, {}], isSealed: true })
  })

  test('error: is not unlocked by a wrong code', async () => {
    const wrong = randomBytes(32).toString('base64url')
    expect(await codeOf(app.ask('seal.unlock', { value: wrong }))).toBe('CODE_WRONG')
    await expect(sign()).rejects.toThrow('LOCKED')
  })

  test('signs for 15 minutes on the device that unlocked it, in any process', async () => {
    expect(await app.get('seal.unlock', { value: printed })).toEqual({ until: world.now() + 900_000 })
    for (let turn = 0; turn < 4; turn++) expect(await sign()).toBe(true)
    await later(899_000)
    expect(await sign()).toBe(true)
    world.move(1_000)
    await expect(sign()).rejects.toThrow('LOCKED')
  })

  test('is locked on all devices when its owner locks it, even for a request that was already shown', async () => {
    await later(60_000)
    await app.get('seal.unlock', { value: printed })
    const asked = await app.get('request.prepare', { ...ask, params: [toHex('mine'), address] })
    await page.get('seal.lock', {})
    expect(await codeOf(app.ask('request.sign', { id: asked.id, digest: asked.digest }))).toBe('LOCKED')
    // that does not use up the request
    await app.get('seal.unlock', { value: printed })
    expect(await codeOf(app.ask('request.sign', { id: asked.id, digest: asked.digest }))).toBe('none')
  })

  test('is unlocked for one session: not for the next one on the same device, nor for another key of it', async () => {
    await app.get('seal.unlock', { value: printed })
    const tab = world.createVisitor({ credential: app.getCredential() })
    await tab.get('hello', {})
    await expect(sign(tab)).rejects.toThrow('LOCKED')
    expect(await sign()).toBe(true)
    await app.get('session.end', {})
    expect(await world.database.query('SELECT 1 FROM unlocks')).toEqual([])
    await later(hour)
    await world.logIn(app, email)
    await expect(sign()).rejects.toThrow('LOCKED')
  })

  test('after a restart, signs nothing until it is unlocked again [C7]', async () => {
    await later(60_000)
    await app.get('seal.unlock', { value: printed })
    expect(await sign()).toBe(true)
    const again = await startCustody({ ...world.options, createsKek: false, listen: { port: 0 } })
    const restarted = { addresses: [again.address], now: world.now }
    const visitor = createVisitor({ ...restarted, credential: app.getCredential() })
    await visitor.get('hello', {})
    await expect(sign(visitor)).rejects.toThrow('LOCKED')
    // nor with rows that were sealed for processes that still run
    await world.database.query(
      `INSERT INTO unlocks SELECT user_id, device_id, session_id, $1, one.id, sealed, unlocks.valid_until
       FROM unlocks, processes AS one
       WHERE NOT EXISTS (SELECT 1 FROM unlocks AS other WHERE other.process_id = one.id) LIMIT 1`,
      [toThumbprint(visitor.key)],
    )
    await expect(sign(visitor)).rejects.toThrow('INTERNAL')
    await visitor.get('seal.unlock', { value: printed })
    expect(await sign(visitor)).toBe(true)
    await again.stop()
  })

  test('is unlocked by a passkey too, once that was added with the code', async () => {
    const factor = { kind: 'passkey', credential: 'abc', value: passkey } as const
    await page.get('seal.add', { code: await fresh(), factor, by: printed })
    expect(await page.get('seal.get', {})).toMatchObject({ isSealed: true, passkeys: ['abc'] })
    await app.get('seal.unlock', { value: passkey })
    expect(await sign()).toBe(true)
    await expect.poll(() => subjects(email), { timeout: 10_000 }).toContain('Your sealed wallet has another key')
  })

  test('error: cannot be unsealed or get another factor without a factor in that very call', async () => {
    const code = await fresh()
    await page.get('seal.unlock', { value: printed })
    const factor = { kind: 'code', value: randomBytes(32).toString('base64url') } as const
    expect(await codeOf(page.ask('seal.add', { code, factor }))).toBe('LOCKED')
    expect(await codeOf(page.ask('seal.add', { code, factor, by: factor.value }))).toBe('CODE_WRONG')
    expect(await codeOf(page.ask('seal.remove', { code }))).toBe('LOCKED')
    expect(await opensAlone()).toBe(false)
  })

  test('is opened by custody alone again once its owner has removed the seal with a factor', async () => {
    await page.get('seal.remove', { code: await fresh(), by: passkey })
    expect(await page.get('seal.get', {})).toMatchObject({ isSealed: false, passkeys: [] })
    expect(await opensAlone()).toBe(true)
    expect(await sign()).toBe(true)
    expect(await codeOf(page.ask('seal.unlock', { value: printed }))).toBe('CODE_WRONG')
    await expect.poll(() => subjects(email), { timeout: 10_000 }).toContain('Your wallet is no longer sealed')
  })

  test('error: is not unlocked for a process that was added in the database', async () => {
    await page.get('seal.add', { code: await fresh(), factor: { kind: 'code', value: printed } })
    await later(day)
    await world.database.query("INSERT INTO processes VALUES ('thief', '\\x00', 1, now(), '\\x00')")
    expect(await codeOf(app.ask('seal.unlock', { value: printed }))).toBe('INTERNAL')
    await world.database.query("DELETE FROM processes WHERE id = 'thief'")
    await app.get('seal.unlock', { value: printed })
    expect(await sign()).toBe(true)
  })

  test('stays sealed in a backup and through a rotation of the key-encryption key', async () => {
    const { kekFile } = world.options
    const file = join(world.folder, 'backup')
    await writeBackup(world.database, { file, now: world.now })
    expect(await verifyBackup(file, { keks: (await readKeks(kekFile)) ?? [] })).toMatchObject({ wallets: 1, sealed: 1 })
    await rotateKek(world.database, { kek: openKekFile(kekFile), prepares: false, settle: 0, now: world.now })
    expect(await opensAlone()).toBe(false)
    await expect.poll(() => codeOf(app.ask('seal.lock', {}))).toBe('none')
    await expect.poll(() => codeOf(app.ask('seal.unlock', { value: printed }))).toBe('none')
    await expect.poll(() => sign().catch((cause: Error) => cause.message)).toBe(true)
  })
})
