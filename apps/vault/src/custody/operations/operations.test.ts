import { type Hex, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { CustodyResult } from '../../protocol/custody.js'
import { decodeCalls } from '../../signing/smart/calls.js'
import { sponsoredTerms, terms } from '../../signing/testing/requests.js'
import { CallError } from '../errors/callError.js'
import { createKeyHost } from '../keys/host/keyHost.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
let count = 0
let isHostAway = false
beforeAll(async () => {
  const listed = [
    { contract: `eip155:1:${to}`, functions: ['play(uint256 level)', 'stop()'] },
    { contract: `eip155:2:${to}`, functions: ['play(uint256)'] },
  ]
  const origins = ['https://app.example', 'https://shop.example']
  const demo = { name: 'Demo', origins, policy: { grantable: listed } }
  const other = { name: 'Other', origins }
  world = await startWorld({
    processes: 2,
    projects: parseProjects(JSON.stringify({ demo, other })),
    openKeyHost: (opened) => {
      const host = createKeyHost(opened)
      return {
        ...host,
        sign: async (options) => {
          if (isHostAway) throw new CallError('Your wallet can’t be opened right now.', { code: 'UNAVAILABLE' })
          return host.sign(options)
        },
      }
    },
  })
})
afterAll(() => world?.stop())

const to = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const chain = 'eip155:1'
const play = `${toFunctionSelector(parseAbi(['function play(uint256 level)'])[0])}${'0'.repeat(64)}` as const

async function open(
  options: Parameters<World['createVisitor']>[0] = {},
  email = `smart${count++}@mail.example`,
): Promise<Visitor> {
  const visitor = world.createVisitor(options)
  await world.logIn(visitor, email)
  return visitor
}
const prepare = (visitor: Visitor, method: string, params: readonly unknown[]) =>
  visitor.ask('request.prepare', { method, params, chain })
const sign = async (visitor: Visitor, method: string, params: readonly unknown[]): Promise<unknown> => {
  const { id, digest } = await visitor.get('request.prepare', { method, params, chain })
  return (await visitor.get('request.sign', { id, digest })).result
}
const calls = (change: object = {}): readonly unknown[] => [
  { version: '2.0.0', calls: [{ to, value: '0x1' }], ...change },
  sponsoredTerms,
]
/** Picks the fields that are sent back to sign. */
const toSign = ({ id, digest }: CustodyResult<'request.prepare'>) => ({ id, digest })
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const faultOf = async (asked: Promise<unknown>): Promise<string> => {
  const words = await asked.then(String, String)
  return /Error: (\w+):/.exec(words)?.[1] ?? words
}

describe('a smart account in custody', () => {
  test('belongs to a user from the first login, and its operations can be drafted before they are signed', async () => {
    const visitor = await open()
    const { accounts, smartAccount } = await visitor.get('user.get', {})
    expect(smartAccount).toMatch(/^0x[\da-fA-F]{40}$/)
    expect(smartAccount).not.toBe(accounts[0]?.address)
    const params = [{ from: smartAccount, to, value: '0x5' }]
    const draft = await visitor.get('operation.draft', { method: 'eth_sendTransaction', params, chain })
    expect(draft.sender).toBe(smartAccount)
    expect(decodeCalls(draft.callData as Hex).calls).toEqual([{ to, value: 5n, data: '0x' }])
    const signed = (await sign(visitor, 'eth_sendTransaction', [...params, terms])) as { operation: { callData: Hex } }
    expect(signed.operation.callData).toBe(draft.callData)
    const draftOf = (method: string, given: unknown) => visitor.ask('operation.draft', { method, params: given, chain })
    expect(await codeOf(draftOf('personal_sign', params))).toBe('NOT_ALLOWED')
    expect(await codeOf(draftOf('wallet_sendCalls', [{ calls: [] }]))).toBe('INVALID_PARAMS')
  })

  test.each([
    ['UNSUPPORTED_CAPABILITY', { capabilities: { fast: {} } }],
    ['UNSUPPORTED_CHAIN', { chainId: '0x2' }],
    ['BUNDLE_TOO_LARGE', { calls: Array.from({ length: 1_000 }, () => ({ to })) }],
    ['INVALID_PARAMS', { calls: [{ to, data: 'abc' }] }],
  ])('error: %s', async (code, change) => {
    const visitor = await open()
    expect(await codeOf(prepare(visitor, 'wallet_sendCalls', calls(change)))).toBe(code)
    const { accounts } = await visitor.get('user.get', {})
    expect(await codeOf(prepare(visitor, 'wallet_sendCalls', calls({ from: accounts[0]?.address })))).toBe('NOT_ATOMIC')
  })
})

describe('calls', () => {
  test('are found by their id only by the same user on the same site', async () => {
    const visitor = await open({}, 'found@mail.example')
    const { id, hash } = (await sign(visitor, 'wallet_sendCalls', calls())) as { id: string; hash: string }
    expect(id).toBe(hash)
    const found = await visitor.get('calls.get', { id })
    expect(found).toEqual({ chain, hash, sentAt: expect.any(Number) })
    const others = [await open(), await open({ origin: 'https://shop.example' }, 'found@mail.example')]
    for (const other of others) expect(await codeOf(other.ask('calls.get', { id }))).toBe('UNKNOWN_BUNDLE')
    expect(await codeOf(visitor.ask('calls.get', { id: 'none' }))).toBe('UNKNOWN_BUNDLE')
  })

  test('[I21] error: DUPLICATE_ID for an id that was already used, even by two calls at once', async () => {
    const visitor = await open()
    const request = calls({ id: 'mine' })
    const [first, second] = [
      await visitor.get('request.prepare', { method: 'wallet_sendCalls', params: request, chain }),
      await visitor.get('request.prepare', { method: 'wallet_sendCalls', params: request, chain }),
    ]
    const ends = await Promise.all(
      [first, second].map(({ id, digest }) => codeOf(visitor.ask('request.sign', { id, digest }))),
    )
    expect(ends.toSorted()).toEqual(['DUPLICATE_ID', 'none'])
    expect(await codeOf(prepare(visitor, 'wallet_sendCalls', request))).toBe('DUPLICATE_ID')
    // another visitor's ids are their own
    expect(await codeOf(prepare(await open(), 'wallet_sendCalls', request))).toBe('none')
  })

  test('are not found by a row that was changed in the database', async () => {
    const visitor = await open()
    const { id } = (await sign(visitor, 'wallet_sendCalls', calls())) as { id: string }
    await world.database.query('UPDATE call_bundles SET hash = $1 WHERE id = $2', [`0x${'00'.repeat(32)}`, id])
    expect(await codeOf(visitor.ask('calls.get', { id }))).toBe('INTERNAL')
  })
})

describe('a permission', () => {
  type Granted = { readonly context: string; readonly permissions: readonly object[]; readonly expiry: number }
  const grant = (visitor: Visitor, change: object = {}): Promise<Granted> =>
    sign(visitor, 'wallet_grantPermissions', [
      {
        chainId: '0x1',
        expiry: Math.floor(world.now() / 1_000) + 3_600,
        signer: { type: 'wallet' },
        permissions: [
          { type: 'native-token-transfer', data: { allowance: '0xa' } },
          { type: 'contract-call', data: { address: to, functions: ['play(uint256)'] } },
        ],
        ...change,
      },
    ]) as Promise<Granted>
  const within = (context: string, list: readonly object[], more: object = sponsoredTerms): readonly unknown[] => [
    { version: '2.0.0', calls: list, capabilities: { permissions: { context } } },
    more,
  ]
  const ask = (visitor: Visitor, context: string, list: readonly object[], more?: object) =>
    prepare(visitor, 'wallet_sendCalls', within(context, list, more))

  test('error: NOT_ALLOWED for functions that the operator has not listed, of another contract, or in another app', async () => {
    const visitor = await open({}, 'unlisted@mail.example')
    const ask = (who: Visitor, address: string, name: string) =>
      prepare(who, 'wallet_grantPermissions', [
        {
          chainId: '0x1',
          expiry: Math.floor(world.now() / 1_000) + 3_600,
          signer: { type: 'wallet' },
          permissions: [{ type: 'contract-call', data: { address, functions: [name] } }],
        },
      ])
    for (const name of [
      'increaseApproval(address,uint256)',
      'multicall(bytes[])',
      'execute(address,uint256,bytes)',
      'multicall(address[])',
      'play(uint128)',
    ])
      expect(await codeOf(ask(visitor, to, name))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, '0x000000000000000000000000000000000000bEEF', 'play(uint256)'))).toBe(
      'NOT_ALLOWED',
    )
    expect(await codeOf(ask(await open({ project: 'other' }), to, 'play(uint256)'))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, to, 'play(uint256)'))).toBe('none')
  })

  test('error: NOT_ALLOWED for calldata longer or shorter than the arguments of an included function', async () => {
    const visitor = await open()
    const { context } = await grant(visitor)
    expect(await codeOf(ask(visitor, context, [{ to, data: `${play}${'00'.repeat(32)}` }]))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, context, [{ to, data: play.slice(0, 10) }]))).toBe('NOT_ALLOWED')
  })

  test('is granted to the app, whose calls within it are then signed without asking', async () => {
    const visitor = await open()
    const { context, permissions, expiry } = await grant(visitor)
    expect([context, permissions.length, expiry]).toEqual([
      expect.stringMatching(/^0x[\da-f]{32}$/),
      2,
      expect.any(Number),
    ])
    const prepared = await visitor.get('request.prepare', {
      method: 'wallet_sendCalls',
      chain,
      params: within(context, [
        { to, data: play },
        { to, value: '0x6' },
      ]),
    })
    expect(prepared.isPermitted).toBe(true)
    expect((await visitor.get('request.sign', toSign(prepared))).result).toMatchObject({ operation: {} })
    // without its context, calls need an approval
    expect(
      (await visitor.get('request.prepare', { method: 'wallet_sendCalls', params: calls(), chain })).isPermitted,
    ).toBeUndefined()
  })

  test('error: NOT_ALLOWED for other calls, users, sites and networks', async () => {
    const visitor = await open({}, 'outside@mail.example')
    const { context } = await grant(visitor)
    for (const list of [
      [{ to, data: '0x12345678' }],
      [{ to: '0x000000000000000000000000000000000000bEEF', data: play }],
      [{ to, value: '0xb' }],
      [
        { to, data: play },
        { to, data: '0x12345678' },
      ],
    ])
      expect(await codeOf(ask(visitor, context, list))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, context, [{ to, data: play }], terms))).toBe('NOT_ALLOWED')
    const list = [{ to, data: play }]
    expect(await codeOf(ask(visitor, `0x${'00'.repeat(16)}`, list))).toBe('NOT_ALLOWED')
    for (const other of [await open(), await open({ origin: 'https://shop.example' }, 'outside@mail.example')])
      expect(await codeOf(ask(other, context, list))).toBe('NOT_ALLOWED')
    const elsewhere = { method: 'wallet_sendCalls', params: within(context, list), chain: 'eip155:2' }
    expect(await codeOf(visitor.ask('request.prepare', elsewhere))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, context, list))).toBe('none')
  })

  test('is spent once by parallel calls', async () => {
    const visitor = await open()
    const { context } = await grant(visitor)
    const params = within(context, [{ to, value: '0x6' }])
    const asked = [
      await visitor.get('request.prepare', { method: 'wallet_sendCalls', params, chain }),
      await visitor.get('request.prepare', {
        method: 'wallet_sendCalls',
        params: within(context, [{ to, value: '0x5' }]),
        chain,
      }),
    ]
    const ends = await Promise.all(asked.map((one) => codeOf(visitor.ask('request.sign', toSign(one)))))
    expect(ends.toSorted()).toEqual(['NOT_ALLOWED', 'none'])
    expect(await codeOf(ask(visitor, context, [{ to, value: '0x6' }]))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, context, [{ to, value: '0x1' }]))).toBe('none')
  })

  test('is not spent by calls that were not signed', async () => {
    const visitor = await open()
    const { context } = await grant(visitor)
    await sign(visitor, 'wallet_sendCalls', within(context, [{ to, value: '0x1' }]))
    const params = within(context, [{ to, value: '0x9' }])
    const prepared = await visitor.get('request.prepare', { method: 'wallet_sendCalls', params, chain })
    isHostAway = true
    expect(await codeOf(visitor.ask('request.sign', toSign(prepared)))).toBe('UNAVAILABLE')
    isHostAway = false
    expect(await sign(visitor, 'wallet_sendCalls', params)).toMatchObject({ operation: {} })
    expect(await codeOf(ask(visitor, context, [{ to, value: '0x1' }]))).toBe('NOT_ALLOWED')
  })

  test('ends when it expires or is revoked, even for requests that were prepared before', async () => {
    const visitor = await open()
    const [first, second] = [await grant(visitor), await grant(visitor)]
    const list = [{ to, data: play }]
    const params = within(first.context, list)
    const prepared = await visitor.get('request.prepare', { method: 'wallet_sendCalls', params, chain })
    expect(await sign(visitor, 'wallet_revokePermissions', [{ permissionsContext: first.context }])).toEqual({
      context: first.context,
      revocation: expect.stringMatching(/^0x/),
    })
    expect(await codeOf(visitor.ask('request.sign', toSign(prepared)))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, first.context, list))).toBe('NOT_ALLOWED')
    expect(await codeOf(ask(visitor, second.context, list))).toBe('none')
    world.move(3_600_000)
    await visitor.get('hello', {})
    expect(await codeOf(ask(visitor, second.context, list))).toBe('NOT_ALLOWED')
    expect(await faultOf(grant(visitor, { expiry: 1 }))).toBe('INVALID_PARAMS')
  })

  test('is listed only for the site that it was granted to, and can be revoked by its user from any site', async () => {
    const visitor = await open({}, 'lists@mail.example')
    const elsewhere = await open({ origin: 'https://shop.example' }, 'lists@mail.example')
    const { context, expiry } = await grant(visitor)
    const [native, contract, ...more] = (await visitor.get('permissions.list', {})).permissions
    const common = {
      chainId: '0x1',
      rules: [{ type: 'expiry', data: { timestamp: expiry } }],
      context,
      dependencies: [],
    }
    expect(native).toMatchObject({
      ...common,
      permission: { type: 'native-token-allowance', data: { allowanceAmount: '0xa' } },
    })
    expect(contract).toMatchObject({ ...common, permission: { type: 'contract-call' } })
    expect(more).toEqual([])
    for (const other of [elsewhere, await open({}, 'nobody@mail.example')])
      expect((await other.get('permissions.list', {})).permissions).toEqual([])
    await sign(elsewhere, 'wallet_revokeExecutionPermission', [{ permissionContext: context }])
    expect(await codeOf(ask(visitor, context, [{ to, data: play }]))).toBe('NOT_ALLOWED')
    await grant(visitor)
    expect((await visitor.get('permissions.list', {})).permissions).toHaveLength(2)
    world.move(3_600_000)
    await visitor.get('hello', {})
    expect((await visitor.get('permissions.list', {})).permissions).toEqual([])
  })

  test('is rejected if its spent amount was reset in the database', async () => {
    const visitor = await open()
    const { context } = await grant(visitor)
    await sign(visitor, 'wallet_sendCalls', within(context, [{ to, value: '0xa' }]))
    await world.database.query("UPDATE permissions SET spent = '{}' WHERE id = $1", [context])
    expect(await codeOf(ask(visitor, context, [{ to, value: '0x1' }]))).toBe('INTERNAL')
  })
})
