import { type Authenticator, createAuthenticator } from '@latchkey/devnet'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type Hex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

const day = 86_400_000
const own = 'https://vault.example'
/** Of a code that nobody uses here. */
const recovery = '0xB591e83B57f1dA7bc73103B3F8e70DD639c05386'
const app = 'https://app.example'

// two processes, so that what one has asked the other one takes
let world: World
beforeAll(async () => {
  const origins = [app]
  const projects = new Map([
    ['demo', { name: 'Demo', origins, selfCustody: 'optional' as const }],
    ['off', { name: 'Off', origins }],
  ])
  world = await startWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

type Owner = {
  /** On the vault's own page, and in the app. */
  readonly page: Visitor
  readonly inApp: Visitor
  readonly authenticator: Authenticator
}

/** A new wallet that one passkey opens, in both places. */
async function signUp(project = 'demo'): Promise<Owner> {
  const authenticator = createAuthenticator(own)
  const inApp = world.createVisitor({ project })
  await inApp.get('hello', {})
  const created = await inApp.get('passkey.start', { use: 'signup' })
  if (!('user' in created.options)) throw new Error('No passkey was to be created.')
  await inApp.get('passkey.finish', { use: 'signup', response: authenticator.create(created.options) })
  const page = world.createVisitor({ origin: own, project })
  await logIn(page, authenticator)
  return { page, inApp, authenticator }
}

async function logIn(visitor: Visitor, authenticator: Authenticator): Promise<void> {
  await visitor.get('hello', {})
  const { options } = await visitor.get('passkey.start', { use: 'login' })
  await visitor.get('passkey.finish', { use: 'login', response: answer(authenticator, options) })
}

const answer = (authenticator: Authenticator, options: unknown): PasskeyResponse =>
  authenticator.get(options as PublicKeyCredentialRequestOptionsJSON)

async function turnOn({ page, authenticator }: Owner): Promise<string> {
  const { selfCustody } = await page.get('account.get', {})
  const passkey = selfCustody?.passkeys.find(({ name }) => name !== 'Second')
  const code = passkey?.smartAccount === undefined ? { recovery } : {}
  const { options } = await page.get('selfCustody.start', { passkey: passkey?.id ?? '', ...code })
  const response = answer(authenticator, options)
  const { smartAccount } = await page.get('selfCustody.finish', { response, ...code })
  if (passkey?.smartAccount !== undefined) expect(smartAccount).toBe(passkey.smartAccount)
  return smartAccount
}

async function prepare({ inApp }: Owner, address: string, text = 'Hello'): Promise<Awaited<ReturnType<typeof ask>>> {
  return ask(inApp, address, text)
}
const ask = (inApp: Visitor, address: string, text: string) =>
  inApp.get('request.prepare', { method: 'personal_sign', params: [toHex(text), address], chain: 'eip155:1' })

describe('self-custody', () => {
  test('makes a passkey the owner of the smart account, whose signature custody completes once', async () => {
    const owner = await signUp()
    const { inApp, page, authenticator } = owner
    const before = await inApp.get('user.get', {})
    expect(before.isSelfCustodial).toBeUndefined()
    const smartAccount = await turnOn(owner)
    expect(await inApp.get('user.get', {})).toEqual({ ...before, smartAccount, isSelfCustodial: true })
    expect(smartAccount).not.toBe(before.smartAccount)
    expect((await page.get('account.get', {})).selfCustody?.current).toMatchObject({
      ...{ address: smartAccount, recovery, since: world.now(), networks: [] },
    })

    const { id, digest, ceremony } = await prepare(owner, smartAccount)
    expect(ceremony).toMatchObject({ rpId: 'vault.example', userVerification: 'required' })
    // custody has no key that signs for it
    expect(await codeOf(inApp.ask('request.sign', { id, digest }))).toBe('PASSKEY_REFUSED')
    // another passkey of the same vault
    const stranger = await signUp()
    expect(
      await codeOf(inApp.ask('request.sign', { id, digest, passkey: answer(stranger.authenticator, ceremony) })),
    ).toBe('OTHER_LOGIN')
    // what it signed for another request
    const other = await prepare(owner, smartAccount, 'Other')
    const passkey = answer(authenticator, other.ceremony)
    expect(await codeOf(inApp.ask('request.sign', { id, digest, passkey }))).toBe('NO_LOGIN')

    const response = answer(authenticator, ceremony)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => inApp.ask('request.sign', { id, digest, passkey: response })),
    )
    expect(replies.flatMap(({ result }) => (result ? [result.result] : []))).toEqual([
      { account: smartAccount, signature: expect.stringMatching(/^0x/), wrapped: expect.stringMatching(/6492$/) },
    ])
    expect(await codeOf(inApp.ask('request.sign', { id, digest, passkey: response }))).toBe('NO_APPROVAL')
  })

  test('gets the same reply for the same response for a minute, as long as it is on', async () => {
    const { page, inApp, authenticator } = await signUp()
    const { selfCustody } = await page.get('account.get', {})
    const [passkey] = selfCustody?.passkeys ?? []
    const { options } = await page.get('selfCustody.start', { passkey: passkey?.id ?? '', recovery })
    const response = answer(authenticator, options)
    const finish = () => page.ask('selfCustody.finish', { response, recovery })
    const replies = [...(await Promise.all([finish(), finish(), finish()])), await finish()]
    const { smartAccount } = await inApp.get('user.get', {})
    for (const { result } of replies) expect(result).toEqual({ smartAccount })
    const on = "SELECT 1 FROM audit WHERE event = 'selfCustody.on' AND entry::text LIKE $1"
    const [{ id } = { id: '' }] = await world.database.query<{ id: string }>(
      'SELECT user_id AS id FROM self_custody ORDER BY changed_at DESC LIMIT 1',
    )
    expect(await world.database.query(on, [`%${id}%`])).toHaveLength(1)
    expect(await codeOf(inApp.ask('selfCustody.finish', { response }))).toBe('NOT_HERE')
    await page.get('selfCustody.end', {})
    expect(await codeOf(finish())).toBe('NO_LOGIN')
    world.move(60_001)
    expect(await codeOf(finish())).toBe('NO_LOGIN')
    expect((await inApp.get('user.get', {})).isSelfCustodial).toBeUndefined()
  })

  test('leaves the other accounts to custody, and refuses the former smart account and permissions', async () => {
    const owner = await signUp()
    const { accounts, smartAccount: former } = await owner.inApp.get('user.get', {})
    const smartAccount = await turnOn(owner)
    const [eoa] = accounts
    const { id, digest, ceremony } = await prepare(owner, eoa?.address ?? '')
    expect(ceremony).toBeUndefined()
    expect((await owner.inApp.get('request.sign', { id, digest })).result as Hex).toMatch(/^0x[\da-f]{130}$/)
    const params = { method: 'personal_sign', params: [toHex('Hello'), former], chain: 'eip155:1' }
    expect(await codeOf(owner.inApp.ask('request.prepare', params))).toBe('INVALID_PARAMS')
    expect(await owner.inApp.get('permissions.list', {})).toEqual({ permissions: [] })
    const draft = { method: 'wallet_sendCalls', chain: 'eip155:1' }
    const calls = [{ to: former, value: '0x1' }]
    const given = [{ version: '2.0.0', chainId: '0x1', from: smartAccount, atomicRequired: true, calls }]
    expect(await owner.inApp.get('operation.draft', { ...draft, params: given })).toMatchObject({
      sender: smartAccount,
    })
  })

  test('is turned off without the passkey, back to the former address, and on again to the same one', async () => {
    const owner = await signUp()
    const { smartAccount: former } = await owner.inApp.get('user.get', {})
    const smartAccount = await turnOn(owner)
    await owner.page.get('selfCustody.end', {})
    expect((await owner.inApp.get('user.get', {})).smartAccount).toBe(former)
    expect((await owner.page.get('account.get', {})).selfCustody).toMatchObject({
      passkeys: [{ smartAccount }],
    })
    expect(await turnOn(owner)).toBe(smartAccount)
    const events = await world.database.query<{ event: string }>(
      "SELECT event FROM audit WHERE event LIKE 'selfCustody.%' ORDER BY seq DESC LIMIT 3",
    )
    expect(events.map(({ event }) => event)).toEqual(['selfCustody.on', 'selfCustody.off', 'selfCustody.on'])
    const { notices } = await owner.inApp.get('notices.list', {})
    expect(notices[0]?.title).toBe('A passkey now owns your smart account')
  })

  test('keeps the passkey that owns the account: it is not removed while that is in use', async () => {
    const owner = await signUp()
    const { options } = await owner.page.get('passkey.start', { use: 'link' })
    if (!('user' in options)) throw new Error('No passkey was to be created.')
    const response = createAuthenticator(own).create(options)
    await owner.page.get('passkey.finish', { use: 'link', response, name: 'Second' })
    await turnOn(owner)
    const { selfCustody } = await owner.page.get('account.get', {})
    const id = selfCustody?.current?.passkey ?? ''
    world.move(day)
    await owner.page.get('hello', {})
    await logIn(owner.page, owner.authenticator)
    expect(await owner.page.ask('logins.remove', { id })).toMatchObject({
      error: { code: 'NOT_ALLOWED', message: expect.stringContaining('owns your smart account') },
    })
    await owner.page.get('selfCustody.end', {})
    await owner.page.get('logins.remove', { id })
  })

  test('error: not where the app doesn’t offer it, in the app, in a young browser, without a fresh login, or with another passkey', async () => {
    const off = await signUp('off')
    expect((await off.page.get('account.get', {})).selfCustody).toBeUndefined()
    expect(await codeOf(off.page.ask('selfCustody.start', { passkey: '0'.repeat(32) }))).toBe('NOT_ALLOWED')
    const owner = await signUp()
    const { selfCustody } = await owner.page.get('account.get', {})
    const passkey = selfCustody?.passkeys[0]?.id ?? ''
    expect(await codeOf(owner.inApp.ask('selfCustody.start', { passkey }))).toBe('NOT_HERE')
    expect(await codeOf(owner.page.ask('selfCustody.start', { passkey: '0'.repeat(32) }))).toBe('PASSKEY_UNKNOWN')
    // a new account has a recovery code, of an address that can own it
    for (const odd of [
      {},
      { recovery: `0x${'0'.repeat(39)}1` },
      { recovery: '0x94a4F6affBd8975951142c3999aEAB7ecee555c2' },
    ])
      expect(await codeOf(owner.page.ask('selfCustody.start', { passkey, ...odd }))).toBe('INVALID_PARAMS')
    const { options } = await owner.page.get('selfCustody.start', { passkey, recovery })
    // a response to another ceremony, or of another passkey
    const login = await owner.page.get('passkey.start', { use: 'again' })
    const wrong = answer(owner.authenticator, login.options)
    expect(await codeOf(owner.page.ask('selfCustody.finish', { response: wrong, recovery }))).toBe('NO_LOGIN')
    const stranger = await signUp()
    const foreign = answer(stranger.authenticator, options)
    expect(await codeOf(owner.page.ask('selfCustody.finish', { response: foreign, recovery }))).toBe('PASSKEY_UNKNOWN')
    // nor with another code than the passkey has confirmed
    const response = answer(owner.authenticator, options)
    const other = `0x${'7'.repeat(40)}`
    expect(await codeOf(owner.page.ask('selfCustody.finish', { response, recovery: other }))).toBe('NO_LOGIN')
    world.move(600_001)
    await owner.page.get('hello', {})
    expect(await codeOf(owner.page.ask('selfCustody.start', { passkey }))).toBe('RESUMED')
    world.move(day)
    const young = world.createVisitor({ origin: own })
    await logIn(young, owner.authenticator)
    expect(await codeOf(young.ask('selfCustody.start', { passkey }))).toBe('FROZEN')
    expect(await codeOf(young.ask('selfCustody.end', {}))).toBe('FROZEN')
    expect((await young.get('user.get', {})).isSelfCustodial).toBeUndefined()
  })

  test('error: FROZEN for 72 hours after a change of the email address, so that its undo has nothing to restore', async () => {
    const [email, next] = ['moves@mail.example', 'moved@mail.example']
    const page = world.createVisitor({ origin: own })
    await world.logIn(page, email)
    world.move(61_000)
    await page.get('update.start', { email: next })
    await page.get('update.primary', { code: world.getMail(email).code })
    await page.get('update.secondary', { code: world.getMail(next).code })
    world.move(2 * day)
    await page.get('hello', {})
    for (const reply of [
      page.ask('account.code', { purpose: 'custody' }),
      page.ask('selfCustody.start', { passkey: '0'.repeat(32) }),
      page.ask('selfCustody.end', {}),
    ])
      expect((await reply).error).toMatchObject({ code: 'FROZEN', retryAfter: 86_400 })
    world.move(day)
    await page.get('hello', {})
    expect(await codeOf(page.ask('account.code', { purpose: 'custody' }))).toBe('none')
  })

  test('refuses a row that was written from outside', async () => {
    const owner = await signUp()
    const thief = await signUp()
    await turnOn(owner)
    await turnOn(thief)
    const idOf = async ({ page }: Owner): Promise<string | undefined> =>
      (await page.get('account.get', {})).selfCustody?.current?.passkey
    const [mine, theirs] = [await idOf(owner), await idOf(thief)]
    await world.database.query(
      'UPDATE self_custody SET x = other.x, y = other.y FROM self_custody AS other WHERE self_custody.passkey_id = $1 AND other.passkey_id = $2',
      [mine, theirs],
    )
    expect(await codeOf(owner.inApp.ask('user.get', {}))).toBe('INTERNAL')
  })
})
