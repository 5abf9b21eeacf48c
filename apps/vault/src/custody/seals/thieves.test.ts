import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeReply } from '../../protocol/notice.js'
import { verifyAudit } from '../audit/verifyAudit.js'
import { writeBackup } from '../backup/backupFile.js'
import { verifyBackup } from '../backup/restoreBackup.js'
import { removeExpired } from '../database/database.js'
import { openKekFile, readKeks } from '../keys/backends/kekFile.js'
import { createKeyHost } from '../keys/host/keyHost.js'
import { createRemoteHost, performCall } from '../keys/host/wire.js'
import { openKeys } from '../keys/openKeys.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

const own = 'https://vault.example'
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

let world: World
let network = { pass: async (): Promise<void> => undefined }
beforeAll(async () => {
  world = await startWorld({
    processes: 2,
    // on the other side of a network
    openKeyHost: (opened) => {
      const host = createKeyHost(opened)
      return createRemoteHost(async (call) => {
        await network.pass()
        return performCall(host, call)
      })
    },
  })
})
afterAll(() => world?.stop())

type Factor = { readonly kind: 'code'; readonly value: string }
const createFactor = (): Factor => ({ kind: 'code', value: randomBytes(32).toString('base64url') })
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const subjects = (email: string): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)
async function logIn(email: string, origin = 'https://app.example'): Promise<Visitor> {
  const visitor = world.createVisitor({ origin })
  world.move(hour)
  await world.logIn(visitor, email)
  return visitor
}
async function later(ms: number, ...visitors: readonly Visitor[]): Promise<void> {
  world.move(ms)
  for (const visitor of visitors) await visitor.get('hello', {})
}
async function addressOf(visitor: Visitor): Promise<string> {
  return (await visitor.get('user.get', {})).accounts[0]?.address ?? ''
}
/** Signs a message: `none`, or the error code. */
async function sign(visitor: Visitor, address?: string): Promise<string> {
  await visitor.get('hello', {})
  const params = [toHex('mine'), address ?? (await addressOf(visitor))]
  const asked = await visitor.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  if (asked.error) return asked.error.code
  return codeOf(visitor.ask('request.sign', { id: asked.result.id, digest: asked.result.digest }))
}
/** The code that confirms a change of the seal, hours after the last mail. */
async function fresh(page: Visitor, email: string): Promise<string> {
  await later(3 * hour, page)
  await page.get('account.code', { purpose: 'seal' })
  return world.getMail(email).code
}
async function tokenOf(to: string, subject: string): Promise<string> {
  await expect.poll(() => subjects(to)).toContain(subject)
  const mail = world.mailbox.getMails(to).findLast((one) => one.subject === subject)
  const link = mail?.links.find((one) => one.includes('/notice?'))
  return new URL(link ?? '').searchParams.get('token') ?? ''
}
const press = (token: string): Promise<NoticeReply> =>
  post(world.custodies[1]?.address ?? '', '/notice', { token, act: true, ip: '192.0.2.1' }) as Promise<NoticeReply>

/** Changes the address, and returns the token that undoes it. */
async function changeEmail(
  page: Visitor,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string> {
  const subject = 'Your email address was changed'
  const count = (): number => subjects(from).filter((one) => one === subject).length
  // of an earlier change
  const before = count()
  await later(hour, page)
  await page.get('update.start', { email: to })
  await page.get('update.primary', { code: world.getMail(from).code })
  await page.get('update.secondary', { code: world.getMail(to).code })
  await expect.poll(count).toBe(before + 1)
  return tokenOf(from, subject)
}

type Owner = { readonly app: Visitor; readonly page: Visitor; readonly factor: Factor; readonly address: string }
/** Somebody whose browsers are a day old. */
async function createOwner(email: string): Promise<Owner> {
  const app = await logIn(email)
  const page = await logIn(email, own)
  await later(day, app, page)
  return { app, page, factor: createFactor(), address: await addressOf(app) }
}
async function sealWallet(email: string, { makesSeed = false } = {}): Promise<Owner> {
  const owner = await createOwner(email)
  const { app, page, factor } = owner
  await page.get('seal.add', { code: await fresh(page, email), factor, makesSeed })
  await later(day, app, page)
  return owner
}
const keys = async () => openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })

describe('a thief who has the mailbox of a sealed wallet, in a browser of their own', () => {
  test('cannot sign with the owner’s unlock, in either process, nor list, add or remove a factor with an emailed code', async () => {
    const email = 'waits@mail.example'
    const { app, page, factor } = await sealWallet(email)
    const [thief, thiefPage] = [await logIn(email), await logIn(email, own)]
    for (const visitor of [app, page]) await visitor.get('hello', {})
    await app.get('seal.unlock', { value: factor.value })
    await page.get('seal.unlock', { value: factor.value })
    expect(await sign(app)).toBe('none')
    for (let turn = 0; turn < 4; turn++) expect(await sign(thief)).toBe('LOCKED')
    expect(await thiefPage.get('seal.get', {})).toMatchObject({ isSealed: true, isConfirmed: false, passkeys: [] })
    // no code is emailed to a browser that is less than a day old
    expect(await codeOf(thiefPage.ask('account.code', { purpose: 'seal' }))).toBe('FROZEN')
    await later(day, thiefPage)
    const code = await fresh(thiefPage, email)
    await page.get('hello', {})
    await page.get('seal.unlock', { value: factor.value })
    expect(await codeOf(thiefPage.ask('seal.add', { code, factor: createFactor() }))).toBe('LOCKED')
    expect(await codeOf(thiefPage.ask('seal.remove', { code }))).toBe('LOCKED')
    expect(await codeOf(thiefPage.ask('seal.remove', { code, by: createFactor().value }))).toBe('CODE_WRONG')
    expect(await world.database.query("SELECT 1 FROM audit WHERE event IN ('seal.added', 'seal.removed')")).toEqual([])
  })

  test('error: cannot use an unlock that was moved to another device or session in the database', async () => {
    const email = 'moved@mail.example'
    const { app, factor } = await sealWallet(email)
    const thief = await logIn(email)
    await app.get('hello', {})
    await app.get('seal.unlock', { value: factor.value })
    await world.database.query(
      `UPDATE unlocks SET device_id = session.device_id, session_id = session.id, thumbprint = key.thumbprint
       FROM sessions AS session JOIN device_keys AS key ON key.device_id = session.device_id
       WHERE session.user_id = unlocks.user_id AND session.created_at = (SELECT max(created_at) FROM sessions)`,
    )
    expect(await sign(app)).toBe('LOCKED')
    expect(await sign(thief)).toBe('INTERNAL')
  })
})

describe('a browser that is less than a day old', () => {
  test('error: NEW_DEVICE even with the right factor, until an older browser has confirmed it', async () => {
    const email = 'young@mail.example'
    const { page, factor } = await sealWallet(email)
    const young = await logIn(email)
    const { error } = await young.ask('seal.unlock', { value: factor.value })
    expect(error).toMatchObject({ code: 'NEW_DEVICE', retryAfter: (day - minute) / 1_000 })
    expect(await young.get('seal.ask', {})).toEqual({ until: world.now() + 30 * minute })
    // asking again returns the same
    expect(await young.get('seal.ask', {})).toEqual({ until: world.now() + 30 * minute })
    await page.get('hello', {})
    const { unlockRequests } = await page.get('account.get', {})
    expect(unlockRequests).toEqual([
      {
        id: expect.any(String),
        origin: 'https://app.example',
        browser: 'Firefox on Linux',
        place: expect.stringContaining('198.51.100'),
        at: world.now(),
        until: world.now() + 30 * minute,
      },
    ])
    expect(await codeOf(young.ask('seal.unlock', { value: factor.value }))).toBe('NEW_DEVICE')
    await page.get('seal.confirm', { id: unlockRequests[0]?.id ?? '', approve: true })
    expect((await page.get('account.get', {})).unlockRequests).toEqual([])
    await young.get('seal.unlock', { value: factor.value })
    expect(await sign(young)).toBe('none')
    await expect.poll(() => subjects(email), { timeout: 10_000 }).toContain('A new browser asks to unlock your wallet')
    const events = await world.database.query<{ event: string }>(
      "SELECT event FROM audit WHERE event LIKE 'unlock.%' ORDER BY seq",
    )
    expect(events.map(({ event }) => event)).toEqual(['unlock.asked', 'unlock.approved'])
    // for this session alone
    await young.get('session.end', {})
    await later(hour, young)
    await world.logIn(young, email)
    expect(await codeOf(young.ask('seal.unlock', { value: factor.value }))).toBe('NEW_DEVICE')
  })

  test('can be refused by an older one, which logs it out', async () => {
    const email = 'refused@mail.example'
    const { page } = await sealWallet(email)
    const young = await logIn(email)
    await young.get('seal.ask', {})
    await page.get('hello', {})
    const [request] = (await page.get('account.get', {})).unlockRequests
    await page.get('seal.confirm', { id: request?.id ?? '', approve: false })
    expect(await codeOf(young.ask('seal.ask', {}))).toBe('NO_SESSION')
    expect(await codeOf(page.ask('seal.confirm', { id: request?.id ?? '', approve: true }))).toBe('NO_APPROVAL')
  })

  test('error: is not confirmed by another new one, itself, another user, after half an hour, or in the database', async () => {
    const email = 'alone@mail.example'
    const { page, factor } = await sealWallet(email)
    const stranger = (await createOwner('stranger@mail.example')).page
    const young = await logIn(email, own)
    const other = await logIn(email, own)
    await later(minute, young, other, page, stranger)
    await young.get('seal.ask', {})
    expect((await other.get('account.get', {})).unlockRequests).toEqual([])
    const [request] = (await page.get('account.get', {})).unlockRequests
    const decision = { id: request?.id ?? '', approve: true }
    expect(await codeOf(other.ask('seal.confirm', decision))).toBe('NEW_DEVICE')
    expect(await codeOf(young.ask('seal.confirm', decision))).toBe('NEW_DEVICE')
    expect(await codeOf(stranger.ask('seal.confirm', decision))).toBe('NO_APPROVAL')
    await world.database.query("UPDATE unlock_requests SET state = 'approved'")
    expect(await codeOf(young.ask('seal.unlock', { value: factor.value }))).toBe('INTERNAL')
    await world.database.query("UPDATE unlock_requests SET state = 'open'")
    for (const visitor of [young, page]) await visitor.get('hello', {})
    await later(30 * minute, young, page)
    expect((await page.get('account.get', {})).unlockRequests).toEqual([])
    expect(await codeOf(page.ask('seal.confirm', decision))).toBe('NO_APPROVAL')
    expect(await codeOf(young.ask('seal.unlock', { value: factor.value }))).toBe('NEW_DEVICE')
  })
})

describe('sealing another user’s wallet for ransom', () => {
  test('error: FROZEN in a browser that is less than a day old, and no code is emailed', async () => {
    const email = 'ransom@mail.example'
    const { app } = await createOwner(email)
    const thief = await logIn(email, own)
    const news = 'Your wallet was opened in another browser'
    // of the page, and of the thief
    const notices = (): number => subjects(email).filter((subject) => subject === news).length
    await expect.poll(notices, { timeout: 10_000 }).toBe(2)
    const { length } = subjects(email)
    const { error } = await thief.ask('account.code', { purpose: 'seal' })
    expect(error).toMatchObject({ code: 'FROZEN', message: expect.stringContaining('new to your wallet') })
    expect(subjects(email)).toHaveLength(length)
    expect(await codeOf(thief.ask('seal.add', { code: '123456', factor: createFactor() }))).toBe('NO_CHALLENGE')
    expect(await sign(app)).toBe('none')
  })

  test.each(['link', 'page'] as const)(
    'takes effect after a day, within which its owner can cancel it by %s',
    async (way) => {
      const email = `cancels-${way}@mail.example`
      const { app, page } = await createOwner(email)
      const thief = await logIn(email, own)
      await later(day, thief, page)
      const { dueAt } = await thief.get('seal.add', { code: await fresh(thief, email), factor: createFactor() })
      const token = await tokenOf(email, 'Your wallet will be sealed')
      expect(
        world.mailbox.getMails(email).findLast(({ subject }) => subject === 'Your wallet will be sealed')?.text,
      ).toContain(new Date(dueAt ?? 0).toISOString().slice(0, 10))
      await later(day - minute, thief, page)
      expect((await page.get('account.get', {})).pendingSeal).toEqual({ dueAt, makesSeed: false })
      if (way === 'page') await page.get('seal.cancel', {})
      else {
        expect(await press(token)).toMatchObject({ status: 'done', kind: 'seal' })
        expect(await codeOf(thief.ask('user.get', {}))).toBe('NO_SESSION')
      }
      await later(day, page)
      expect(await page.get('account.get', {})).toMatchObject({ seal: { isSealed: false } })
      expect(await sign(app)).toBe('none')
    },
  )

  test('error: INVALID_PARAMS if its owner cancels it after it took effect', async () => {
    const email = 'late@mail.example'
    const { page } = await createOwner(email)
    const thief = await logIn(email, own)
    await later(day, thief, page)
    await thief.get('seal.add', { code: await fresh(thief, email), factor: createFactor() })
    await later(day, page)
    expect(await codeOf(page.ask('seal.cancel', {}))).toBe('INVALID_PARAMS')
  })

  test('does not take effect while the wallet is frozen, so that its owner can still cancel it', async () => {
    const email = 'frozen-first@mail.example'
    const { page } = await createOwner(email)
    const thief = await logIn(email, own)
    await later(day, thief, page)
    const { dueAt } = await thief.get('seal.add', { code: await fresh(thief, email), factor: createFactor() })
    await page.get('hello', {})
    await page.get('account.freeze', {})
    await later(2 * day, page)
    expect(await page.get('account.get', {})).toMatchObject({ seal: { isSealed: false }, pendingSeal: { dueAt } })
    await page.get('seal.cancel', {})
    await later(day + hour, page)
    expect(await page.get('account.get', {})).toMatchObject({ seal: { isSealed: false } })
    expect(await page.get('account.get', {})).not.toHaveProperty('pendingSeal.dueAt')
  })

  test.each(['is about to take effect', 'took effect'])(
    'after a change of the email address is undone with that, if it %s',
    async (state) => {
      const email = `${state.replaceAll(' ', '-')}@mail.example`
      const { address } = await createOwner(email)
      const thief = await logIn(email, own)
      await later(day, thief)
      await thief.get('update.start', { email: `new-${email}` })
      await thief.get('update.primary', { code: world.getMail(email).code })
      await thief.get('update.secondary', { code: world.getMail(`new-${email}`).code })
      const undo = await tokenOf(email, 'Your email address was changed')
      await later(hour, thief)
      expect(await codeOf(thief.ask('account.code', { purpose: 'seal' }))).toBe('FROZEN')
      await later(day, thief)
      const code = await fresh(thief, `new-${email}`)
      const factor = createFactor()
      // another seed would prevent going back
      expect(await codeOf(thief.ask('seal.add', { code, factor, makesSeed: true }))).toBe('FROZEN')
      await thief.get('seal.add', { code, factor })
      // both mailboxes are notified
      for (const to of [email, `new-${email}`])
        await expect.poll(() => subjects(to)).toContain('Your wallet will be sealed')
      if (state === 'took effect') {
        await later(day, thief)
        expect(await thief.get('seal.get', {})).toMatchObject({ isSealed: true })
      }
      expect(await press(undo)).toMatchObject({ status: 'done', kind: 'undo' })
      await later(day)
      const owner = await logIn(email)
      expect(await addressOf(owner)).toBe(address)
      expect(await owner.get('seal.get', {})).toMatchObject({ isSealed: false })
      expect(await sign(owner)).toBe('none')
      for (const table of ['seals', 'pending_seals', 'kept_deks'])
        expect(
          await world.database.query(`SELECT 1 FROM ${table} JOIN wallets USING (user_id) WHERE eip155 = $1`, [
            address,
          ]),
        ).toEqual([])
    },
  )

  test('is undone with the first of two changes of the address, after the thief has undone the second', async () => {
    const email = 'twice@mail.example'
    const { address } = await createOwner(email)
    const thief = await logIn(email, own)
    await later(day, thief)
    const undo = await changeEmail(thief, { from: email, to: `first-${email}` })
    await later(day, thief)
    const code = await fresh(thief, `first-${email}`)
    await thief.get('seal.add', { code, factor: createFactor() })
    const undoSecond = await changeEmail(thief, { from: `first-${email}`, to: `second-${email}` })
    await later(day, thief)
    expect(await thief.get('seal.get', {})).toMatchObject({ isSealed: true })
    expect(await press(undoSecond)).toMatchObject({ status: 'done' })
    expect(await press(undo)).toMatchObject({ status: 'done' })
    await later(day)
    const owner = await logIn(email)
    expect(await owner.get('seal.get', {})).toMatchObject({ isSealed: false })
    expect(await sign(owner, address)).toBe('none')
  })

  test('keeps the code of an owner who had asked for the seal before the address was changed and changed back', async () => {
    const email = 'asked-before@mail.example'
    const { page, factor, address } = await createOwner(email)
    await page.get('seal.add', { code: await fresh(page, email), factor })
    const undo = await changeEmail(page, { from: email, to: `new-${email}` })
    await later(day, page)
    expect(await page.get('seal.get', {})).toMatchObject({ isSealed: true })
    expect(await press(undo)).toMatchObject({ status: 'done' })
    const owner = await logIn(email)
    await later(day, owner)
    await owner.get('seal.unlock', { value: factor.value })
    expect(await sign(owner, address)).toBe('none')
  })

  test('deletes the key that is kept for that undo after 72 hours; then only the factor opens the wallet', async () => {
    const email = 'keeps@mail.example'
    const { page, factor, address } = await createOwner(email)
    await page.get('update.start', { email: `new-${email}` })
    await page.get('update.primary', { code: world.getMail(email).code })
    await page.get('update.secondary', { code: world.getMail(`new-${email}`).code })
    await later(day, page)
    await page.get('seal.add', { code: await fresh(page, `new-${email}`), factor })
    await later(day, page)
    expect(await page.get('seal.get', {})).toMatchObject({ isSealed: true })
    const kept = 'SELECT valid_until FROM kept_deks JOIN wallets ON wallets.id = wallet_id WHERE eip155 = $1'
    const [row] = await world.database.query<{ valid_until: string }>(kept, [address])
    expect(Number(row?.valid_until)).toBeLessThan(world.now() + day)
    await later(day, page)
    await removeExpired(world.database, world.now())
    expect(await world.database.query(kept, [address])).toEqual([])
    await page.get('seal.unlock', { value: factor.value })
  })
})

describe('an older row of a wallet', () => {
  const readRow = async (address: string) =>
    (
      await world.database.query<{ dek: Buffer; version: string; mac: Buffer }>(
        'SELECT dek, version, mac FROM wallets WHERE eip155 = $1',
        [address],
      )
    )[0]
  const putBack = (address: string, row: Awaited<ReturnType<typeof readRow>>) =>
    world.database.query('UPDATE wallets SET dek = $2, version = $3, mac = $4 WHERE eip155 = $1', [
      ...[address, row?.dek, row?.version, row?.mac],
    ])

  test('that is restored after sealing opens for nobody, and the audit command reports it', async () => {
    const email = 'before@mail.example'
    const { app, page, factor, address } = await createOwner(email)
    const before = await readRow(address)
    await page.get('seal.add', { code: await fresh(page, email), factor })
    await later(day, app, page)
    expect(await sign(app)).toBe('LOCKED')
    const sealed = await readRow(address)
    await putBack(address, before)
    const params = [toHex('mine'), address]
    const request = { method: 'personal_sign', params, chain: 'eip155:1' }
    for (let turn = 0; turn < 2; turn++) expect(await codeOf(app.ask('request.prepare', request))).toBe('INTERNAL')
    expect(String(world.warnings.at(-1))).toContain('an old row was restored')
    const { keys: opened } = await keys()
    await expect(verifyAudit(world.database, opened)).rejects.toThrow('is of version 1, but the audit log says 2')
    const file = join(world.folder, 'older')
    await writeBackup(world.database, { file, now: world.now })
    await expect(verifyBackup(file, { keks: (await readKeks(world.options.kekFile)) ?? [] })).rejects.toThrow(
      'of version 1',
    )
    // changing the version alone does not help either
    await world.database.query('UPDATE wallets SET version = 2 WHERE eip155 = $1', [address])
    expect(await codeOf(app.ask('request.prepare', request))).toBe('INTERNAL')
    await putBack(address, sealed)
    expect(await sign(app)).toBe('LOCKED')
    const { entries, wallets } = await verifyAudit(world.database, opened)
    expect(entries).toBeGreaterThan(wallets)
  })

  test('error: cannot be hidden by truncating the log of a running custody: nothing is shown or signed', async () => {
    const email = 'cut@mail.example'
    const { app, page, factor, address } = await createOwner(email)
    const before = await readRow(address)
    await page.get('seal.add', { code: await fresh(page, email), factor })
    await later(day, app, page)
    // both processes have written to the log since
    for (let turn = 0; turn < 4; turn++) await app.get('seal.unlock', { value: factor.value })
    const [end] = await world.database.query<{ seq: string }>(
      "SELECT max(seq) AS seq FROM audit WHERE event = 'seal.made'",
    )
    const rows = await world.database.query('SELECT * FROM audit WHERE seq >= $1 ORDER BY seq', [end?.seq])
    const sealed = await readRow(address)
    await putBack(address, before)
    await world.database.query('ALTER TABLE audit DISABLE TRIGGER audit_append_only')
    await world.database.query('DELETE FROM audit WHERE seq >= $1', [end?.seq])
    const params = [toHex('mine'), address]
    for (let turn = 0; turn < 2; turn++)
      expect(await codeOf(app.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' }))).toBe(
        'INTERNAL',
      )
    expect(String(world.warnings.at(-1))).toContain('an older database was restored')
    // restores what was there
    await putBack(address, sealed)
    for (const row of rows)
      await world.database.query('INSERT INTO audit VALUES ($1, $2, $3, $4, $5)', Object.values(row))
    await world.database.query('ALTER TABLE audit ENABLE TRIGGER audit_append_only')
  })
})

describe('a wallet that is moved to a new seed when it is sealed', () => {
  test('has new addresses that custody alone never opened, and can switch between these and the former ones', async () => {
    const email = 'moves@mail.example'
    const { app, page, factor, address } = await sealWallet(email, { makesSeed: true })
    const next = await addressOf(app)
    expect(next).not.toBe(address)
    expect(await sign(app, next)).toBe('LOCKED')
    await app.get('seal.unlock', { value: factor.value })
    expect(await sign(app, next)).toBe('none')
    expect(await sign(app, address)).not.toBe('none')
    const [former] = (await page.get('account.get', {})).formerWallets
    expect(former?.addresses).toContain(address)
    const id = former?.id ?? ''
    // both are locked by the same factors: a thief in the mailbox moves neither
    const code = await fresh(page, email)
    expect(await codeOf(page.ask('wallets.choose', { id, code }))).toBe('LOCKED')
    expect(await codeOf(page.ask('wallets.choose', { id, code, by: createFactor().value }))).toBe('CODE_WRONG')
    await page.get('wallets.choose', { id, code, by: factor.value })
    await app.get('hello', {})
    expect(await addressOf(app)).toBe(address)
    await app.get('seal.unlock', { value: factor.value })
    expect(await sign(app, address)).toBe('none')
    // and back
    const [other] = (await page.get('account.get', {})).formerWallets
    expect(other?.addresses).toContain(next)
    await page.get('wallets.choose', { id: other?.id ?? '', code: await fresh(page, email), by: factor.value })
    await app.get('hello', {})
    expect(await addressOf(app)).toBe(next)
    const { keys: opened } = await keys()
    await verifyAudit(world.database, opened)
    const file = join(world.folder, 'moved')
    await writeBackup(world.database, { file, now: world.now })
    const verified = await verifyBackup(file, { keks: (await readKeks(world.options.kekFile)) ?? [] })
    const [count] = await world.database.query<{ count: number }>('SELECT count(*)::int AS count FROM wallets')
    expect(verified.wallets).toBe(count?.count)
  })
})

describe('a slow key host', () => {
  /** Delays the call of the key host after the next one, until the work is done meanwhile. */
  async function delaySecondCall(begin: () => Promise<unknown>, meanwhile: () => Promise<void>): Promise<void> {
    const gate = new EventEmitter()
    const [reached, opened] = [once(gate, 'reached'), once(gate, 'opened')]
    let count = 0
    network = {
      pass: async () => {
        count += 1
        if (count !== 2) return
        gate.emit('reached')
        await opened
      },
    }
    const begun = begin()
    try {
      await Promise.race([reached, begun])
      expect(count).toBe(2)
      await meanwhile()
    } finally {
      network = { pass: async () => undefined }
      gate.emit('opened')
    }
    await begun
  }

  test.each([
    ['seals a wallet with a new seed', 'due'],
    ['chooses another wallet', 'choose'],
    ['removes the seal of several wallets', 'remove'],
  ] as const)('does not keep other users from logging in while it %s', async (_, kind) => {
    const [email, other] = [`slow-${kind}@mail.example`, `quick-${kind}@mail.example`]
    await logIn(other)
    const { app, page, factor } =
      kind === 'due' ? await createOwner(email) : await sealWallet(email, { makesSeed: true })
    if (kind === 'due') {
      await page.get('seal.add', { code: await fresh(page, email), factor, makesSeed: true })
      await later(day, app)
    }
    const code = kind === 'due' ? '' : await fresh(page, email)
    const id = kind === 'choose' ? ((await page.get('account.get', {})).formerWallets[0]?.id ?? '') : ''
    const logInAgain = async (): Promise<void> => void (await logIn(other))
    await delaySecondCall(async () => {
      if (kind === 'choose') await page.get('wallets.choose', { id, code, by: factor.value })
      else if (kind === 'remove') await page.get('seal.remove', { code, by: factor.value })
      else await app.get('user.get', {})
    }, logInAgain)
    await later(minute, app, page)
    expect((await page.get('account.get', {})).seal).toMatchObject({ isSealed: kind !== 'remove' })
    await verifyAudit(world.database, (await keys()).keys)
  })
})
