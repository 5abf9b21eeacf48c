import { lockOn } from '@latchkey/server-kit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SocialProvider } from '../../protocol/login.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { readResult, type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'

const day = 86_400_000
const own = 'https://vault.example'

// two processes, so that calls really run in parallel
let world: SocialWorld
beforeAll(async () => {
  world = await startSocialWorld({ processes: 2 })
})
afterAll(() => world?.stop())

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

/** Re-authenticates, or adds a login, on the vault's own page. */
async function go(page: Visitor, use: 'again' | 'link', provider: SocialProvider, name: string): Promise<void> {
  const { uri } = await page.get('social.start', { provider, use })
  await page.get('social.finish', readResult(await world.answerPopup(uri, { name })))
}

/** Opens the page of a day-old wallet with Google and GitHub logins and no mailbox, freshly logged in. */
async function openTwo(name: string): Promise<{ readonly page: Visitor; readonly address: string | undefined }> {
  const page = world.createVisitor({ origin: own })
  const { accounts } = await world.enter(page, 'google', { name })
  await go(page, 'link', 'github', name)
  world.move(day)
  await page.get('hello', {})
  await go(page, 'again', 'google', name)
  return { page, address: accounts[0]?.address }
}

const getAddress = async (visitor: Visitor, provider: SocialProvider, name: string): Promise<string | undefined> =>
  (await world.enter(visitor, provider, { name })).accounts[0]?.address
const idOf = async (page: Visitor, name: string): Promise<string> =>
  (await page.get('account.get', {})).logins.find(({ provider }) => provider === name)?.id ?? ''

describe('a removed login', () => {
  test('opens another wallet from then on; its sessions end, those of other logins don’t', async () => {
    const { page, address } = await openTwo('leaving')
    const [byGoogle, byGithub] = [world.createVisitor(), world.createVisitor()]
    expect(await getAddress(byGoogle, 'google', 'leaving')).toBe(address)
    expect(await getAddress(byGithub, 'github', 'leaving')).toBe(address)
    const id = await idOf(page, 'github')
    await page.get('logins.remove', { id })
    expect(await codeOf(byGithub.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await codeOf(byGoogle.ask('user.get', {}))).toBe('none')
    expect((await page.get('account.get', {})).logins).toMatchObject([{ provider: 'google', isThis: true }])
    expect(await getAddress(world.createVisitor(), 'google', 'leaving')).toBe(address)
    const next = await getAddress(byGithub, 'github', 'leaving')
    expect(next).not.toBe(address)
    expect(await getAddress(world.createVisitor(), 'github', 'leaving')).toBe(next)
    const [entry] = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'login.removed' ORDER BY seq DESC LIMIT 1",
    )
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({ login: id, provider: 'github' })
  })

  test('also logs out the page that used it', async () => {
    const { page } = await openTwo('saws')
    await page.get('logins.remove', { id: await idOf(page, 'google') })
    expect(await codeOf(page.ask('account.get', {}))).toBe('NO_SESSION')
  })

  test('error: INTERNAL if the login of a session was changed in the database', async () => {
    const { page } = await openTwo('older')
    await world.database.query("UPDATE sessions SET login_id = 'email' WHERE login_id = $1", [
      await idOf(page, 'google'),
    ])
    expect(await codeOf(page.ask('user.get', {}))).toBe('INTERNAL')
  })

  test('error: NO_LOGIN for an unknown login or one of another wallet', async () => {
    const other = await openTwo('theirs')
    const theirs = await idOf(other.page, 'google')
    const { page } = await openTwo('mine')
    for (const id of [theirs, 'email', 'a'.repeat(32)])
      expect(await codeOf(page.ask('logins.remove', { id }))).toBe('NO_LOGIN')
    expect(await getAddress(world.createVisitor(), 'google', 'theirs')).toBe(other.address)
  })

  test('error: LAST_LOGIN for the only login, which still works', async () => {
    const { page, address } = await openTwo('last')
    await page.get('logins.remove', { id: await idOf(page, 'github') })
    const reply = await page.ask('logins.remove', { id: await idOf(page, 'google') })
    expect(reply.error?.code).toBe('LAST_LOGIN')
    expect(await getAddress(world.createVisitor(), 'google', 'last')).toBe(address)
  })

  test('is kept if it and the other one are removed at once: one of the two stays', async () => {
    for (let round = 0; round < 3; round++) {
      const name = `race-${round}`
      const { page, address } = await openTwo(name)
      const ids = [await idOf(page, 'google'), await idOf(page, 'github')]
      const ends = await Promise.all(ids.map((id) => codeOf(page.ask('logins.remove', { id }))))
      // the first removal may have logged the page out before the second call
      expect(ends.filter((end) => end === 'none')).toHaveLength(1)
      expect(['LAST_LOGIN', 'NO_SESSION']).toContain(ends.find((end) => end !== 'none'))
      const addresses = [
        await getAddress(world.createVisitor(), 'google', name),
        await getAddress(world.createVisitor(), 'github', name),
      ]
      expect(addresses.filter((one) => one === address)).toHaveLength(1)
    }
  })

  test('does not open the wallet for a login in progress at the provider', async () => {
    const { page, address } = await openTwo('under-way')
    const late = world.createVisitor()
    await late.get('hello', {})
    const { uri } = await late.get('social.start', { provider: 'github' })
    const result = readResult(await world.answerPopup(uri, { name: 'under-way' }))
    const id = await idOf(page, 'github')
    const [removed, entered] = await Promise.all([
      codeOf(page.ask('logins.remove', { id })),
      late.ask('social.finish', result),
    ])
    expect(removed).toBe('none')
    expect(entered.error).toBeUndefined()
    // whichever was first, it doesn't open the old wallet
    const now = await late.ask('user.get', {})
    expect(now.error?.code ?? now.result?.accounts[0]?.address).not.toBe(address)
    expect(await getAddress(world.createVisitor(), 'github', 'under-way')).not.toBe(address)
  })
})

describe('error: removing a login', () => {
  test('FROZEN in a browser that is less than a day old, except for the login just used', async () => {
    const page = world.createVisitor({ origin: own })
    const { accounts } = await world.enter(page, 'google', { name: 'young' })
    await go(page, 'link', 'x', 'young')
    const reply = await page.ask('logins.remove', { id: await idOf(page, 'x') })
    expect(reply.error).toMatchObject({ code: 'FROZEN', retryAfter: 86_400 })
    expect((await page.get('account.get', {})).logins).toHaveLength(2)
    // except the login just used: whoever can remove it has it anyway
    await page.get('logins.remove', { id: await idOf(page, 'google') })
    expect(await codeOf(page.ask('account.get', {}))).toBe('NO_SESSION')
    expect(await getAddress(world.createVisitor(), 'x', 'young')).toBe(accounts[0]?.address)
  })

  test('RESUMED ten minutes after the login, until the user re-authenticates', async () => {
    const { page } = await openTwo('stale')
    const id = await idOf(page, 'github')
    world.move(600_001)
    await page.get('hello', {})
    expect(await page.get('account.get', {})).toMatchObject({ freshUntil: world.now() - 1 })
    for (const asked of [
      page.ask('logins.remove', { id }),
      page.ask('social.start', { provider: 'x', use: 'link' }),
      page.ask('recovery.print', {}),
      page.ask('account.code', { purpose: 'unlink' }),
    ])
      expect(['RESUMED', 'NOT_ALLOWED']).toContain(await codeOf(asked))
    await go(page, 'again', 'github', 'stale')
    await page.get('logins.remove', { id: await idOf(page, 'google') })
  })

  test('OTHER_LOGIN if another user re-authenticates, which logs nobody in or out', async () => {
    const { page, address } = await openTwo('keeps-in')
    await world.enter(world.createVisitor(), 'google', { name: 'other-person' })
    const count = () => world.database.query('SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM logins)')
    const before = await count()
    for (const name of ['other-person', 'nobody-yet']) {
      const { uri } = await page.get('social.start', { provider: 'google', use: 'again' })
      const reply = await page.ask('social.finish', readResult(await world.answerPopup(uri, { name })))
      expect(reply.error).toEqual({ code: 'OTHER_LOGIN', message: 'This Google account isn’t linked to this wallet.' })
    }
    expect((await page.get('user.get', {})).accounts[0]?.address).toBe(address)
    expect(await count()).toEqual(before)
  })
})

describe('the mailbox', () => {
  test('opens nothing once it is removed, even for a login with its code at that moment', async () => {
    const email = 'stolen@mail.example'
    const page = world.createVisitor({ origin: own })
    await world.logIn(page, email)
    await page.get('account.code', { purpose: 'link' })
    const { uri } = await page.get('social.start', {
      provider: 'discord',
      use: 'link',
      code: world.getMail(email).code,
    })
    await page.get('social.finish', readResult(await world.answerPopup(uri, { name: 'robbed' })))
    world.move(day)
    await page.get('hello', {})
    await world.enter(page, 'discord', { name: 'robbed' })
    await page.get('account.code', { purpose: 'unlink' })
    const { code } = world.getMail(email)
    world.move(61_000)
    const thief = world.createVisitor()
    await thief.get('hello', {})
    await thief.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await thief.get('email.device', {})
    const stolen = world.getMail(email).code

    const countWaiting = async (): Promise<number> => {
      const [row] = await world.database.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
      return row?.count ?? 0
    }
    const [entered, removed] = await world.database.inTransaction(async (client) => {
      // both reach the end of their transactions, and wait there for the log
      await lockOn(client, ['audit'])
      const entering = codeOf(thief.ask('email.verify', { code: stolen }))
      await expect.poll(countWaiting).toBe(1)
      const removing = codeOf(page.ask('logins.remove', { id: 'email', code }))
      await expect.poll(countWaiting).toBe(2)
      return [entering, removing]
    })
    expect(await Promise.all([entered, removed])).toEqual(['none', 'none'])
    expect(await codeOf(thief.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await codeOf(page.ask('user.get', {}))).toBe('none')
  })

  test('is removed with its own code and notified, and can be restored by the link in the notice', async () => {
    const email = 'goes@mail.example'
    const page = world.createVisitor({ origin: own })
    await world.logIn(page, email)
    const { accounts } = await page.get('user.get', {})
    await page.get('account.code', { purpose: 'link' })
    const { code } = world.getMail(email)
    const { uri } = await page.get('social.start', { provider: 'discord', use: 'link', code })
    await page.get('social.finish', readResult(await world.answerPopup(uri, { name: 'stays' })))
    world.move(day)
    await page.get('hello', {})
    await world.enter(page, 'discord', { name: 'stays' })
    expect(await codeOf(page.ask('logins.remove', { id: 'email' }))).toBe('NO_CHALLENGE')
    await page.get('account.code', { purpose: 'unlink' })
    await page.get('logins.remove', { id: 'email', code: world.getMail(email).code })
    expect(await page.get('user.get', {})).toMatchObject({ email: null, provider: 'discord', accounts })
    // for a day, nothing is exported and no other browser can log in; nobody else gets the address
    world.move(61_000)
    expect(await codeOf(page.ask('recovery.print', {}))).toBe('FROZEN')
    const elsewhere = world.createVisitor()
    await expect(world.enter(elsewhere, 'discord', { name: 'stays' })).rejects.toThrow('FROZEN')
    await expect(world.logIn(world.createVisitor(), email)).rejects.toThrow('FROZEN')
    const find = (): string | undefined =>
      world.mailbox
        .getMails(email)
        .findLast(({ subject }) => subject === 'A login was removed from your wallet')
        ?.links.find((one) => one.includes('/notice?'))
    await expect.poll(find).toBeDefined()
    const token = new URL(find() ?? '').searchParams.get('token')
    expect(await post(world.custodies[0]?.address ?? '', '/notice', { token, act: true, ip: '' })).toMatchObject({
      status: 'done',
      kind: 'undo',
    })
    expect(await codeOf(page.ask('user.get', {}))).toBe('NO_SESSION')
    world.move(61_000)
    const back = world.createVisitor()
    await world.logIn(back, email)
    expect(await back.get('user.get', {})).toMatchObject({ email, accounts })
  })
})
