import { type Authenticator, createAuthenticator } from '@latchkey/devnet'
import { base58 } from '@scure/base'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type Hex, maxUint256, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '../../projects/project.js'
import type { CustodyResult } from '../../protocol/custody.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import { encodeCalls } from '../../signing/smart/calls.js'
import { entryPoint } from '../../signing/smart/smartAccount.js'
import { otherAddress, solanaChain, terms } from '../../signing/testing/requests.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

const day = 86_400_000
const own = 'https://vault.example'
/** Address of a recovery code that is not used here. */
const recovery = '0xB591e83B57f1dA7bc73103B3F8e70DD639c05386'
const app = 'https://app.example'

/** Changes from `optional` to `required`. */
const moving = { name: 'Moving', origins: [app], selfCustody: 'optional' as Project['selfCustody'] }

// two processes, so that a ceremony started on one is finished on the other
let world: World
beforeAll(async () => {
  const origins = [app]
  const projects = new Map<string, Project>([
    ['demo', { name: 'Demo', origins, selfCustody: 'optional' }],
    ['off', { name: 'Off', origins }],
    ['required', { name: 'Required', origins, selfCustody: 'required' }],
    ['moving', moving],
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

/** Creates a wallet with one passkey, and logs in with it in both places. */
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
  test('makes a passkey the owner of the smart account, and completes each of its signatures once', async () => {
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
    // a passkey response to another request
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

  test('returns the same reply to a repeated passkey response until it is turned off', async () => {
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

  test('leaves the other accounts with custody, refuses the former smart account, and lists no permissions', async () => {
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

  test('restores the former address when turned off without the passkey, and its own one when turned on again', async () => {
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

  test('prevents the removal of the passkey that owns the account while it is on', async () => {
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

  test('error: refused if the app doesn’t offer it, in the app, in a new browser, without recent login, or with another passkey', async () => {
    const off = await signUp('off')
    expect((await off.page.get('account.get', {})).selfCustody).toBeUndefined()
    expect(await codeOf(off.page.ask('selfCustody.start', { passkey: '0'.repeat(32) }))).toBe('NOT_ALLOWED')
    const owner = await signUp()
    const { selfCustody } = await owner.page.get('account.get', {})
    const passkey = selfCustody?.passkeys[0]?.id ?? ''
    expect(await codeOf(owner.inApp.ask('selfCustody.start', { passkey }))).toBe('NOT_HERE')
    expect(await codeOf(owner.page.ask('selfCustody.start', { passkey: '0'.repeat(32) }))).toBe('PASSKEY_UNKNOWN')
    // a new account needs a recovery code whose address can own it
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
    // nor with a recovery code other than the one that the passkey confirmed
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

  test('error: FROZEN for 72 hours after a change of the email address, so that undoing that has nothing to restore', async () => {
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

  test('rejects a row whose key was replaced in the database', async () => {
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

describe('an app that requires self-custody', () => {
  const chain = 'eip155:1'
  const value = '0x1'
  const to = otherAddress as Hex
  const needed = 'SELF_CUSTODY_NEEDED'

  /** Every request by which custody's key could move assets of either account. */
  function listAttacks({ eoa, smart }: Addresses): readonly (readonly [method: string, params: readonly unknown[]])[] {
    const fees = { nonce: '0x0', gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
    const calls = { version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [{ to, value }] }
    const callData = encodeCalls([{ to, value: 1n, data: '0x' }])
    const grant = {
      chainId: '0x1',
      expiry: Math.floor(world.now() / 1_000) + 3_600,
      signer: { type: 'wallet' },
      permissions: [{ type: 'native-token-transfer', data: { allowance: '0xa' } }],
    }
    return [
      ['eth_sendTransaction', [{ from: eoa, to, value, ...fees }]],
      ['eth_sendTransaction', [{ from: smart, to, value }, terms]],
      ['wallet_sendCalls', [calls, terms]],
      ['eth_sendUserOperation', [{ sender: smart, callData }, entryPoint, terms]],
      ['eth_signTypedData_v4', [eoa, toPermit(eoa)]],
      ['eth_signTypedData_v4', [smart, toPermit(smart)]],
      ['personal_sign', [toHex('Hello'), eoa]],
      ['personal_sign', [toHex('Hello'), smart]],
      ['wallet_grantPermissions', [grant]],
    ]
  }
  type Addresses = { readonly eoa: string; readonly smart: string }

  const toPermit = (owner: string): object => {
    const field = (name: string, type: string): object => ({ name, type })
    return {
      domain: { name: 'USD', version: '1', chainId: 1, verifyingContract: otherAddress },
      types: {
        Permit: [
          ...[field('owner', 'address'), field('spender', 'address'), field('value', 'uint256')],
          ...[field('nonce', 'uint256'), field('deadline', 'uint256')],
        ],
      },
      primaryType: 'Permit',
      message: { owner, spender: otherAddress, value: maxUint256.toString(), nonce: '0', deadline: '2000000000' },
    }
  }
  const toSignIn = (account: string, { kind = 'Ethereum', on = '1' } = {}): string =>
    [
      ...[`app.example wants you to sign in with your ${kind} account:`, account, ''],
      // [EIP-4361] has two empty lines without a statement, [CAIP-122] one
      ...(kind === 'Ethereum' ? [''] : []),
      ...[`URI: ${app}`, 'Version: 1'],
      ...[`Chain ID: ${on}`, 'Nonce: 12345678', `Issued At: ${new Date(world.now()).toISOString()}`],
    ].join('\n')
  const addressesOf = async ({ inApp }: Owner): Promise<Addresses> => {
    const { accounts, smartAccount: smart } = await inApp.get('user.get', {})
    return { eoa: accounts[0]?.address ?? '', smart }
  }
  const refusal = ({ inApp }: Owner, method: string, params: unknown, on = chain): Promise<string> =>
    codeOf(inApp.ask('request.prepare', { method, params, chain: on }))
  const sign = async ({ inApp }: Owner, method: string, params: unknown, on = chain): Promise<unknown> => {
    const { id, digest } = await inApp.get('request.prepare', { method, params, chain: on })
    return (await inApp.get('request.sign', { id, digest })).result
  }

  test('error: SELF_CUSTODY_NEEDED for each method until self-custody is set up, except for sign-in messages', async () => {
    const owner = await signUp('required')
    const { inApp } = owner
    const { eoa, smart } = await addressesOf(owner)
    for (const [method, params] of listAttacks({ eoa, smart })) {
      expect([method, await refusal(owner, method, params)]).toEqual([method, needed])
      if (method === 'wallet_sendCalls' || JSON.stringify(params).includes(`"from":"${smart}"`))
        expect(await codeOf(inApp.ask('operation.draft', { method, params, chain }))).toBe(needed)
      world.move(10_000)
    }
    for (const method of ['eth_signTransaction', 'eth_sign', 'wallet_prepareCalls', 'wallet_sendPreparedCalls'])
      expect(await refusal(owner, method, [{ from: eoa, to, value }])).toBe('NOT_ALLOWED')
    for (const account of [eoa, smart])
      expect(await sign(owner, 'personal_sign', [toHex(toSignIn(account)), account])).toBeTruthy()
    // a message that isn't exactly a sign-in is treated like any other
    const odd = toSignIn(eoa).replace(/\nNonce.*/, '')
    expect(await refusal(owner, 'personal_sign', [toHex(odd), eoa])).toBe(needed)
  })

  test('signs with the passkey once it is set up; the wallet’s key signs only sign-ins, and it can’t be turned off', async () => {
    const owner = await signUp('required')
    const { page, inApp, authenticator } = owner
    const before = await addressesOf(owner)
    expect((await page.get('account.get', {})).selfCustody).toMatchObject({ isOffered: true, isRequired: true })
    const smart = await turnOn(owner)
    const params = [{ from: smart, to, value }, terms]
    const asked = await inApp.get('request.prepare', { method: 'eth_sendTransaction', params, chain })
    const { id, digest, ceremony } = asked
    expect(await codeOf(inApp.ask('request.sign', { id, digest }))).toBe('PASSKEY_REFUSED')
    const passkey = answer(authenticator, ceremony)
    expect((await inApp.get('request.sign', { id, digest, passkey })).result).toMatchObject({
      operation: { sender: smart },
    })
    const { eoa } = before
    for (const [method, given] of listAttacks(before).filter(([, given]) => JSON.stringify(given).includes(eoa)))
      expect([method, await refusal(owner, method, given)]).toEqual([method, needed])
    expect(await sign(owner, 'personal_sign', [toHex(toSignIn(eoa)), eoa])).toBeTruthy()
    expect(await page.ask('selfCustody.end', {})).toMatchObject({ error: { code: 'NOT_ALLOWED' } })
    expect((await inApp.get('user.get', {})).smartAccount).toBe(smart)
    // with another passkey, the user gets another account
    const { options } = await page.get('passkey.start', { use: 'link' })
    if (!('user' in options)) throw new Error('No passkey was to be created.')
    const second = createAuthenticator(own)
    await page.get('passkey.finish', { use: 'link', response: second.create(options), name: 'Second' })
    const { selfCustody } = await page.get('account.get', {})
    const next = selfCustody?.passkeys.find(({ name }) => name === 'Second')?.id ?? ''
    const started = await page.get('selfCustody.start', { passkey: next, recovery })
    const response = answer(second, started.options)
    expect((await page.get('selfCustody.finish', { response, recovery })).smartAccount).not.toBe(smart)
  })

  test('error: SELF_CUSTODY_NEEDED for requests and permissions from before it was required; a permission can be revoked', async () => {
    moving.selfCustody = 'optional'
    const owner = await signUp('moving')
    const { inApp } = owner
    const { eoa, smart } = await addressesOf(owner)
    const attacks = listAttacks({ eoa, smart })
    const { context } = (await sign(owner, ...(attacks.at(-1) ?? ['', []]))) as { readonly context: string }
    const prepared: CustodyResult<'request.prepare'>[] = []
    for (const [method, params] of attacks) {
      prepared.push(await inApp.get('request.prepare', { method, params, chain }))
      world.move(10_000)
    }
    const covered = [
      { version: '2.0.0', calls: [{ to, value }], capabilities: { permissions: { context } } },
      {
        ...terms,
        paymaster: otherAddress,
        paymasterVerificationGasLimit: '0x1',
        paymasterPostOpGasLimit: '0x1',
        paymasterData: '0x',
      },
    ]
    const permitted = await inApp.get('request.prepare', { method: 'wallet_sendCalls', params: covered, chain })
    expect(permitted.isPermitted).toBe(true)
    moving.selfCustody = 'required'
    for (const { id, digest } of [...prepared, permitted])
      expect(await codeOf(inApp.ask('request.sign', { id, digest }))).toBe(needed)
    expect(await refusal(owner, 'wallet_sendCalls', covered)).toBe(needed)
    expect(await sign(owner, 'wallet_revokePermissions', [{ permissionContext: context }])).toMatchObject({ context })
    expect(await inApp.get('permissions.list', {})).toEqual({ permissions: [] })
  })

  test('error: SELF_CUSTODY_NEEDED on Solana until the wallet is sealed; then it signs while unlocked', async () => {
    const owner = await signUp('required')
    const { page, inApp, authenticator } = owner
    const { accounts } = await inApp.get('user.get', {})
    const pubkey = accounts[1]?.address ?? ''
    const toParams = (text: string): object => ({ message: base58.encode(Buffer.from(text)), pubkey })
    expect(await refusal(owner, 'solana_signMessage', toParams('Hello'), solanaChain)).toBe(needed)
    expect(
      await sign(
        owner,
        'solana_signMessage',
        toParams(toSignIn(pubkey, { kind: 'Solana', on: solanaChain })),
        solanaChain,
      ),
    ).toBeTruthy()
    world.move(day)
    await page.get('hello', {})
    await logIn(page, authenticator)
    const factor = { kind: 'code', value: Buffer.alloc(32, 7).toString('base64url') } as const
    await page.get('seal.add', { factor })
    world.move(day)
    await inApp.get('hello', {})
    expect(await refusal(owner, 'solana_signMessage', toParams('Hello'), solanaChain)).toBe('LOCKED')
    await inApp.get('seal.unlock', { value: factor.value })
    expect(await sign(owner, 'solana_signMessage', toParams('Hello'), solanaChain)).toBeTruthy()
    // on EVM, only the passkey signs
    const { eoa } = await addressesOf(owner)
    expect(await refusal(owner, 'personal_sign', [toHex('Hello'), eoa])).toBe(needed)
  })
})
