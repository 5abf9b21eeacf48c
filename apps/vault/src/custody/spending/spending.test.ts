import fc from 'fast-check'
import {
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  maxUint256,
  parseEther,
  parseUnits,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { SolanaInstruction } from '../../protocol/solanaSummary.js'
import type { Summary } from '../../protocol/summary.js'
import type { Accounts } from '../../signing/keys.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { accounts, sponsoredTerms } from '../../signing/testing/requests.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'
import { toEffects, unlimited } from './outflows.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const other = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const [friend, stranger] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`] as const
const items = `0x${'77'.repeat(20)}`
const router = `0x${'ef'.repeat(20)}`

/** Apps of one vault, each with a policy of its own. */
const policies = {
  limits: {
    assets: { 'eip155:1': { native: { decimals: 18, dailyLimit: '1' }, [usdc]: { decimals: 6, dailyLimit: '100' } } },
  },
  value: {
    assets: {
      'eip155:1': { native: { decimals: 18, price: '3000' }, [usdc]: { decimals: 6, price: '1' } },
    },
    dailyValue: '4000',
    trustedContracts: [`eip155:1:${router}`],
  },
  lists: { recipients: { allow: [`eip155:1:${friend}`, `eip155:1:${router}`], block: [`eip155:1:${router}`] } },
  polygon: { assets: { 'eip155:137': { [usdc]: { decimals: 6, dailyLimit: '100' } } } },
  listed: {
    assets: { 'eip155:1': { [usdc]: { decimals: 6 }, [items]: { decimals: 0 } } },
    recipients: { allow: [`eip155:1:${friend}`] },
  },
  holds: { holdFirstTransfer: { above: '1000', hours: 24 } },
  open: { assets: { 'eip155:1': { native: { decimals: 18, price: '3000' } } }, stepUpAbove: '100' },
  blocked: { recipients: { block: [`eip155:1:${stranger.toUpperCase().replace('0X', '0x')}`] } },
}
const origins = ['https://app.example']
const projects = parseProjects(
  JSON.stringify(
    Object.fromEntries(Object.entries(policies).map(([id, policy]) => [id, { name: id, origins, policy }])),
  ),
)

let world: World
let count = 0
const [hour, day] = [3_600_000, 86_400_000]
beforeAll(async () => {
  world = await startWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

const gas = { gas: toHex(21_000), gasPrice: toHex(1_000_000_000), nonce: '0x0' }
const chain = 'eip155:1'

type Owner = Visitor & { readonly from: string }

async function open(project: keyof typeof policies): Promise<Owner> {
  const visitor = world.createVisitor({ project })
  await world.logIn(visitor, `spends${count++}@mail.example`)
  const from = (await visitor.get('user.get', {})).accounts[0]?.address ?? ''
  return { ...visitor, from }
}

type Sent = { readonly to: string; readonly value?: string; readonly data?: Hex }

const ether = (amount: string, to: string = friend): Sent => ({ to, value: toHex(parseEther(amount)) })
const token = (
  functionName: 'transfer' | 'approve',
  amount: bigint,
  { to = friend, of = usdc }: { readonly to?: string; readonly of?: string } = {},
): Sent => ({ to: of, data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to as Hex, amount] }) })
const tokens = (amount: string): bigint => parseUnits(amount, 6)

const prepare = (owner: Owner, sent: Sent, on = chain) =>
  owner.ask('request.prepare', {
    method: 'eth_sendTransaction',
    chain: on,
    params: [{ from: owner.from, ...gas, ...sent }],
  })
async function send(owner: Owner, sent: Sent, on = chain): Promise<string> {
  const asked = await prepare(owner, sent, on)
  if (asked.error) return `shown ${asked.error.code}`
  const { error } = await owner.ask('request.sign', { id: asked.result.id, digest: asked.result.digest })
  return error ? `signed ${error.code}` : 'sent'
}
/** The same by the smart account, whose fee is paid by others. */
async function sendSmart(owner: Owner, { data = '0x', ...sent }: Sent): Promise<string> {
  const { smartAccount } = await owner.get('user.get', {})
  const params = [{ from: smartAccount, data, ...sent }, sponsoredTerms]
  const asked = await owner.ask('request.prepare', { method: 'eth_sendTransaction', chain, params })
  if (asked.error) return `shown ${asked.error.code}`
  const { error } = await owner.ask('request.sign', { id: asked.result.id, digest: asked.result.digest })
  return error ? `signed ${error.code}` : 'sent'
}
const take = (from: string, to: string, amount: bigint): Sent => ({
  to: usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from as Hex, to as Hex, amount] }),
})
const permit = (from: string, spender: string, value: bigint) => ({
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { owner: from, spender, value: `${value}`, nonce: 0, deadline: 1_900_000_000 },
})
const signTyped = (owner: Owner, data: object, on = chain) =>
  owner.ask('request.prepare', { method: 'eth_signTypedData_v4', params: [owner.from, data], chain: on })
async function later(owner: Owner, ms: number): Promise<void> {
  world.move(ms)
  await owner.get('hello', {})
}

const effectsOf = (summary: Summary, of: Accounts = accounts) => toEffects({ summary, accounts: of, policy: undefined })

describe('the daily limit of a user', () => {
  test('counts fees, applies to each network separately, and is checked before a request is shown', async () => {
    const owner = await open('limits')
    expect(await send(owner, ether('0.6'))).toBe('sent')
    expect(await send(owner, ether('0.39'))).toBe('sent')
    // the fee exceeds the limit
    expect(await send(owner, ether('0.01'))).toBe('shown SPEND_LIMIT')
    expect(await send(owner, ether('5'), 'eip155:10')).toBe('sent')
    const asked = { method: 'personal_sign', params: [toHex('free'), owner.from], chain }
    expect((await owner.ask('request.prepare', asked)).error).toBeUndefined()
    // another user has a day of their own
    expect(await send(await open('limits'), ether('0.6'))).toBe('sent')
  })

  test('is available again a day after sending, and the error says when', async () => {
    const owner = await open('limits')
    expect(await send(owner, ether('0.9'))).toBe('sent')
    await later(owner, hour)
    const { error } = await prepare(owner, ether('0.3'))
    expect(error).toMatchObject({ code: 'SPEND_LIMIT', message: expect.stringContaining('tomorrow') })
    expect(error?.retryAfter).toBeGreaterThan(22 * 3_600)
    await later(owner, (error?.retryAfter ?? 0) * 1_000)
    expect(await send(owner, ether('0.3'))).toBe('sent')
    expect(await send(owner, ether('2'))).toBe('shown SPEND_LIMIT')
  })

  test('is kept by parallel signatures of requests that were shown before', async () => {
    const owner = await open('limits')
    const asked: { readonly id: string; readonly digest: string }[] = []
    for (let nonce = 0; nonce < 5; nonce++) {
      const { id, digest } = (await prepare(owner, { ...ether('0.4'), nonce: toHex(nonce) } as Sent)).result ?? {}
      asked.push({ id: id ?? '', digest: digest ?? '' })
    }
    const ends = await Promise.all(
      asked.map(async ({ id, digest }) => (await owner.ask('request.sign', { id, digest })).error?.code ?? 'sent'),
    )
    expect(ends.filter((end) => end === 'sent')).toHaveLength(2)
    expect(ends.filter((end) => end === 'SPEND_LIMIT')).toHaveLength(3)
  })

  test('of a token counts transfers and allowances, even signed ones', async () => {
    const owner = await open('limits')
    expect(await send(owner, token('transfer', tokens('60')))).toBe('sent')
    expect(await send(owner, token('approve', tokens('41')))).toBe('shown SPEND_LIMIT')
    expect(await send(owner, token('approve', unlimited))).toBe('shown SPEND_LIMIT')
    expect(await send(owner, token('approve', tokens('30')))).toBe('sent')
    expect((await signTyped(owner, permit(owner.from, friend, tokens('11')))).error?.code).toBe('SPEND_LIMIT')
    // the native currency and tokens without a limit don't count
    expect(await send(owner, ether('0.5'))).toBe('sent')
    expect(await send(owner, token('transfer', tokens('1000'), { of: other }))).toBe('sent')
  })

  test('error: an unreadable call of a limited token is refused, as it could be an allowance', async () => {
    const owner = await open('limits')
    const increase = `0xd73dd623${friend.slice(2).padStart(64, '0')}${'f'.repeat(64)}` as const
    expect(await send(owner, { to: usdc, data: increase })).toBe('shown POLICY')
    expect(await send(owner, { to: other, data: increase })).toBe('sent')
  })

  test('of total value adds up assets at the operator’s own prices', async () => {
    const owner = await open('value')
    expect(await send(owner, ether('1'))).toBe('sent')
    expect(await send(owner, token('transfer', tokens('999')))).toBe('sent')
    expect(await send(owner, token('transfer', tokens('1')))).toBe('shown SPEND_LIMIT')
    await later(owner, day)
    expect(await send(owner, token('transfer', tokens('3999')))).toBe('sent')
  })

  test('error: of total value refuses assets without a price and unreadable calls', async () => {
    const owner = await open('value')
    expect(await send(owner, token('transfer', 1n, { of: other }))).toBe('shown POLICY')
    expect(await send(owner, ether('0.001'), 'eip155:10')).toBe('shown POLICY')
    expect(await send(owner, { to: other, data: '0x12345678' })).toBe('shown POLICY')
    expect(await send(owner, { to: router, data: '0x12345678' })).toBe('sent')
  })
})

describe('recipients', () => {
  test('must be on the list for transfers, allowances and unreadable calls; the user’s own accounts always are', async () => {
    const owner = await open('lists')
    const { smartAccount } = await owner.get('user.get', {})
    expect(await send(owner, ether('1'))).toBe('sent')
    expect(await send(owner, ether('1', smartAccount))).toBe('sent')
    expect(await send(owner, token('transfer', 1n))).toBe('sent')
    for (const sent of [
      ether('1', stranger),
      token('transfer', 1n, { to: stranger }),
      token('approve', 1n, { to: stranger }),
      { to: stranger, data: '0x12345678' as const },
    ])
      expect(await send(owner, sent)).toBe('shown POLICY')
    // blocked counts before allowed
    expect(await send(owner, { to: router, data: '0x12345678' })).toBe('shown POLICY')
  })

  test('error: a blocked one is refused, however its address is written or its call is encoded', async () => {
    const owner = await open('blocked')
    expect(await send(owner, ether('1', stranger))).toBe('shown POLICY')
    const transfer = token('transfer', 1n, { to: stranger })
    expect(await send(owner, transfer)).toBe('shown POLICY')
    // contracts ignore what follows a call, and accept unusual encodings
    const { data = '0x' } = transfer
    expect(await send(owner, { ...transfer, data: `${data}00` })).toBe('shown POLICY')
    const disguised = `${data.slice(0, 10)}ff${data.slice(12)}` as Hex
    expect(await send(owner, { ...transfer, data: disguised })).toBe('shown INVALID_PARAMS')
    expect(await send(owner, ether('1'))).toBe('sent')
  })
})

describe('spending the allowance of a user’s other account', () => {
  const takeItem = (from: string, to: string): Sent => ({
    to: items,
    data: encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from as Hex, to as Hex, 5n] }),
  })

  test.each(['lists', 'blocked'] as const)('reaches no refused recipient: %s', async (project) => {
    const owner = await open(project)
    const { smartAccount = '' } = await owner.get('user.get', {})
    const allow = (to: string): Sent => token('approve', maxUint256, { to })
    expect(await sendSmart(owner, allow(owner.from))).toBe('sent')
    expect(await send(owner, allow(smartAccount))).toBe('sent')
    for (const sent of [take(smartAccount, stranger, 1n), takeItem(smartAccount, stranger)])
      expect(await send(owner, sent)).toBe('shown POLICY')
    for (const sent of [take(owner.from, stranger, 1n), takeItem(owner.from, stranger)])
      expect(await sendSmart(owner, sent)).toBe('shown POLICY')
    for (const to of [friend, owner.from]) expect(await send(owner, take(smartAccount, to, 1n))).toBe('sent')
    // nor from any other account: it may be a former one of the user
    expect(await send(owner, take(router, stranger, 1n))).toBe('shown POLICY')
  })

  test('counts when it is spent, not when it is approved; spending what others allow the user does not count', async () => {
    const owner = await open('limits')
    const { smartAccount = '' } = await owner.get('user.get', {})
    expect(await sendSmart(owner, token('approve', maxUint256, { to: owner.from }))).toBe('sent')
    expect((await signTyped(owner, permit(owner.from, smartAccount, maxUint256))).error).toBeUndefined()
    // but not what it may take through another contract, which custody couldn't read
    const details = { token: usdc, amount: `${2n ** 160n - 1n}`, expiration: 1_900_000_000, nonce: 0 }
    const single = {
      domain: { name: 'Permit2', chainId: 1, verifyingContract: router },
      types: {
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
        PermitDetails: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
          { name: 'nonce', type: 'uint48' },
        ],
      },
      primaryType: 'PermitSingle',
      message: { details, spender: smartAccount, sigDeadline: 1_900_000_000 },
    }
    expect((await signTyped(owner, single)).error?.code).toBe('SPEND_LIMIT')
    expect(await send(owner, take(smartAccount, friend, tokens('60')))).toBe('sent')
    expect(await sendSmart(owner, take(owner.from, friend, tokens('41')))).toBe('shown SPEND_LIMIT')
    expect(await send(owner, take(stranger, owner.from, tokens('1000')))).toBe('sent')
    expect(await sendSmart(owner, take(owner.from, friend, tokens('40')))).toBe('sent')
    expect(await send(owner, take(smartAccount, friend, 1n))).toBe('shown SPEND_LIMIT')
  })

  test('counts when it is approved for an account that the user can use without custody', () => {
    const passkeys = [{ x: toHex(1, { size: 32 }), y: toHex(2, { size: 32 }) }] as const
    const owned = { ...accounts, selfCustody: { first: passkeys[0], passkeys } }
    const spender = toSmartAccount(owned).address
    const call = { type: 'approve', token: usdc, spender, amount: '7', isUnlimited: false } as const
    const base = { kind: 'evmTransaction', method: 'x', chain: 'eip155:1', warnings: [], to: usdc, value: '0' } as const
    const fees = { nonce: 0, gas: '0', maxFeePerGas: '0', feeLimit: '0', data: '0x' } as const
    const summary = { ...base, ...fees, account: accounts.eip155, call }
    expect(effectsOf(summary, owned).outflows).toEqual([{ asset: usdc, amount: 7n, recipient: spender }])
    const own = { ...call, spender: accounts.eip155 }
    expect(effectsOf({ ...summary, account: spender, call: own }, owned).outflows).toEqual([])
  })
})

describe('an amount of zero', () => {
  const ofZero = (owner: Owner, of: string, to: string = stranger): readonly Sent[] => {
    const take = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [owner.from as Hex, to as Hex, 0n],
    })
    return [token('transfer', 0n, { of, to }), token('approve', 0n, { of, to }), { to: of, data: take }]
  }

  test.each(['lists', 'blocked', 'listed'] as const)(
    'may be item 0 of a collection, which reaches no refused recipient: %s',
    async (project) => {
      const owner = await open(project)
      for (const of of [items, other])
        for (const sent of ofZero(owner, of)) expect(await send(owner, sent)).toBe('shown POLICY')
      for (const sent of ofZero(owner, items, friend)) expect(await send(owner, sent)).toBe('sent')
    },
  )

  test('revokes an allowance of a token in the policy, of any spender; others can be decreased', async () => {
    const owner = await open('listed')
    for (const sent of ofZero(owner, usdc)) expect(await send(owner, sent)).toBe('sent')
    expect(await send(owner, token('approve', 5n, { of: items, to: zeroAddress }))).toBe('sent')
    const decrease = `0xa457c2d7${stranger.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
    expect(await send(owner, { to: other, data: decrease })).toBe('sent')
  })
})

describe('typed data whose domain names no network, so that it is valid on all', () => {
  const metaTransaction = (domain: object) => ({
    domain: { name: 'USD Coin (PoS)', version: '1', ...domain },
    types: { MetaTransaction: [{ name: 'functionSignature', type: 'bytes' }] },
    primaryType: 'MetaTransaction',
    message: { functionSignature: token('transfer', tokens('1000'), { to: stranger }).data },
  })
  const ask = async (owner: Owner, domain: object, on = chain): Promise<string> =>
    (await signTyped(owner, metaTransaction(domain), on)).error?.code ?? 'shown'

  test.each(['limits', 'value', 'lists', 'blocked', 'polygon', 'holds'] as const)(
    'is refused by a policy with rules for networks, whichever the request names: %s',
    async (project) => {
      const owner = await open(project)
      for (const on of [chain, 'eip155:10', 'eip155:137'])
        expect(await ask(owner, { verifyingContract: other }, on)).toBe('POLICY')
      const { domain, ...rest } = permit(owner.from, stranger, 1n)
      const { chainId: _, ...everywhere } = domain
      expect((await signTyped(owner, { ...rest, domain: everywhere })).error?.code).toBe('POLICY')
    },
  )

  test('is signed if it moves nothing, for a smart account, which names the network, or without such rules', async () => {
    const owner = await open('polygon')
    expect(await ask(owner, {})).toBe('shown')
    const { smartAccount = '' } = await owner.get('user.get', {})
    expect(await ask({ ...owner, from: smartAccount }, { verifyingContract: other })).toBe('shown')
    expect(await ask(await open('open'), { verifyingContract: other })).toBe('shown')
  })

  test('belongs to the network in its salt if the request names the same one', async () => {
    const owner = await open('polygon')
    const salt = toHex(137, { size: 32 })
    expect(await ask(owner, { verifyingContract: other, salt }, 'eip155:137')).toBe('shown')
    expect(await ask(owner, { verifyingContract: usdc, salt }, 'eip155:137')).toBe('POLICY')
    for (const verifyingContract of [usdc, other]) {
      expect(await ask(owner, { verifyingContract, salt })).toBe('POLICY')
      expect(await ask(owner, { verifyingContract, salt: toHex(138, { size: 32 }) }, 'eip155:137')).toBe('POLICY')
    }
    // the chainId decides if there is one
    expect(await ask(owner, { verifyingContract: other, chainId: 1, salt })).toBe('shown')
  })
})

test('parallel requests to two processes never exceed the daily limit', async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(amounts, async (list) => {
      const owner = await open('limits')
      const asked = await Promise.all(
        list.map(async (amount) => ({
          amount,
          ...(await prepare(owner, token('transfer', tokens(`${amount}`)))).result,
        })),
      )
      const signed = await Promise.all(
        asked.map(async ({ amount, id = '', digest = '' }) => {
          const { error } = await owner.ask('request.sign', { id, digest })
          return error ? 0 : amount
        }),
      )
      const total = signed.reduce((sum, amount) => sum + amount, 0)
      expect(total).toBeLessThanOrEqual(100)
      // and nothing is refused that would fit beside what was signed
      for (const [index, amount] of list.entries()) if (signed[index] === 0) expect(total + amount).toBeGreaterThan(100)
      const rows = await world.database.query<{ sum: string }>(
        'SELECT coalesce(sum(amount), 0) AS sum FROM spendings WHERE asset = $1 AND is_signed AND user_id = (SELECT user_id FROM spendings ORDER BY at DESC LIMIT 1)',
        [`${chain}/${usdc.toLowerCase()}`],
      )
      expect(rows).toHaveLength(1)
      world.move(61_000)
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('a reservation that was not signed no longer counts', async () => {
  const owner = await open('limits')
  const { id = '', digest = '' } = (await prepare(owner, ether('0.9'))).result ?? {}
  // its seed does not open
  await world.database.query("UPDATE wallets SET seed = seed || '\\x00' WHERE eip155 = $1", [owner.from])
  expect((await owner.ask('request.sign', { id, digest })).error?.code).toBe('INTERNAL')
  await world.database.query('UPDATE wallets SET seed = substring(seed for length(seed) - 1) WHERE eip155 = $1', [
    owner.from,
  ])
  expect(await send(owner, ether('0.9'))).toBe('sent')
})

describe('toEffects', () => {
  const me = 'me'
  const base = { method: 'x', chain: 'solana:x' as const, account: me, warnings: [] }
  const toSolana = (instructions: readonly SolanaInstruction[], feePayer = me): Summary => ({
    ...base,
    kind: 'solanaTransactions',
    isSent: true,
    transactions: [{ version: 0, feePayer, signers: [], lifetime: '', feeLimit: '5000', instructions, lookups: [] }],
  })
  const transfer = (from: string | undefined): SolanaInstruction => ({
    type: 'transfer',
    to: { address: 'you' },
    lamports: '7',
    from: from === undefined ? { table: 'table', index: 0 } : { address: from },
  })
  const native = (summary: Summary): bigint => effectsOf(summary).outflows.reduce((sum, { amount }) => sum + amount, 0n)

  test('counts what its own accounts give on Solana and the fee; an account from a lookup table may be its own', () => {
    expect(native(toSolana([transfer(me), transfer('other'), transfer(undefined)]))).toBe(5014n)
    expect(native(toSolana([transfer(me)], 'other'))).toBe(7n)
  })

  test('reports the owner of a token account that the same Solana transaction creates as the recipient', () => {
    const [account, owner, mint, payer] = ['account', 'owner', 'mint', me].map((address) => ({ address })) as never[]
    const make = { type: 'tokenAccount', payer, account, owner, mint } as unknown as SolanaInstruction
    const give = {
      type: 'tokenTransfer',
      from: payer,
      to: account,
      authority: payer,
      amount: '3',
      mint,
    } as unknown as SolanaInstruction
    const [, sent] = effectsOf(toSolana([make, give])).outflows
    expect(sent).toEqual({ asset: 'mint', amount: 3n, recipient: 'owner' })
    expect(effectsOf(toSolana([give])).outflows[1]).toMatchObject({ recipient: 'account' })
  })

  test('reports authority changes and unknown programs on Solana as unread, and closing an account as unlimited', () => {
    const change = { type: 'tokenAuthority', account: { address: 'a' }, authority: 'owner', next: 'thief' } as const
    const unknown = { type: 'unknown', program: 'dex', accounts: 3, data: '' } as const
    expect(effectsOf(toSolana([change, unknown])).unread).toEqual([null, 'dex'])
    const close = { type: 'tokenClose', account: { address: 'a' }, to: { address: 'thief' } } as const
    expect(effectsOf(toSolana([close])).outflows[1]).toEqual({
      asset: 'native',
      amount: unlimited,
      recipient: 'thief',
    })
  })

  test('adds up the values of calls, and the fee if nobody else pays it', () => {
    const call = { to: friend, data: '0x', call: { type: 'none' }, warnings: [] } as const
    const calls = [
      { ...call, value: '3' },
      { ...call, value: '4' },
    ]
    const all = { ...base, kind: 'calls', calls, deploys: false, nonce: '0', gas: '0', maxFeePerGas: '0' } as const
    const summary = { ...all, chain: 'eip155:1', feeLimit: '10' } as const
    expect(native({ ...summary, paymaster: null })).toBe(17n)
    expect(native({ ...summary, paymaster: '0xab' })).toBe(7n)
  })
})
