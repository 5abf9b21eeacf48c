import type { Env } from '@latchkey/core'
import { devAccount, fundAccount, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { createEvmWallet, createTestClock } from '@latchkey/testing'
import { createClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { feature, setUpFeatures } from '../../test/setUpFeatures.js'

let anvil: RunningAnvil

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})

afterAll(() => anvil.stop())

/** A generated id: bundles without an id from the app have one too, so that they can be looked up. */
const ownId = /^0x[\da-f]{64}$/

const createRecipient = () => privateKeyToAddress(generatePrivateKey())

const to = createRecipient()

const balanceOf = (address: `0x${string}`) => getBalance(createClient({ transport: http(anvil.url) }), { address })

async function setUp(env: Partial<Env> = {}) {
  const key = generatePrivateKey()
  await fundAccount(anvil.url, privateKeyToAddress(key), parseEther('1'))
  const wallet = createEvmWallet({
    name: 'Test',
    rdns: 'io.test',
    accounts: [key, generatePrivateKey()],
    chains: [
      { id: 31_337, rpcUrl: anvil.url },
      { id: 1, rpcUrl: anvil.url },
    ],
  })
  const network = createNetwork(31_337, anvil.url)
  const { connector, request } = await setUpFeatures(wallet.provider, network, { env })
  const send = (bundle: object = { calls: [{ to }] }) =>
    feature(connector, 'calls:send')({ ...request, bundle: bundle as never })
  const status = (id: string) => feature(connector, 'calls:status')({ ...request, id })
  const read = (networks?: readonly ReturnType<typeof createNetwork>[]) =>
    feature(connector, 'capabilities:read')({ ...request, networks })
  const settled = (id: string) =>
    vi.waitFor(async () => {
      const found = await status(id)
      if (found.status === 'pending') throw new Error('The bundle is pending.')
      return found
    }, 10_000)
  const asked = (method: string) => wallet.requests.filter((call) => call.method === method)
  return { wallet, network, request, connector, send, status, settled, read, asked }
}

describe('calls:send', () => {
  test('sends the calls atomically by default, and calls:status reports the outcome', async () => {
    const { send, settled } = await setUp()
    const recipients = [createRecipient(), createRecipient()] as const
    const id = await send({ calls: recipients.map((recipient) => ({ to: recipient, value: 7n })) })
    const found = await settled(id)
    expect(found).toEqual({ status: 'confirmed', code: 200, isAtomic: true, hashes: [expect.any(String)] })
    expect(await Promise.all(recipients.map(balanceOf))).toEqual([7n, 7n])
  })

  test('sends the calls one by one with isAtomic: false', async () => {
    const { send, settled } = await setUp()
    const found = await settled(await send({ calls: [{ to }, { to }], isAtomic: false }))
    expect(found).toMatchObject({ status: 'confirmed', isAtomic: false })
    expect(found.hashes).toHaveLength(2)
  })

  test('[S5.10] sends the wallet the chain, account, version, capabilities and calls', async () => {
    const { send, asked, wallet } = await setUp()
    const capabilities = { paymasterService: { url: 'https://paymaster.example', optional: true } }
    await send({ calls: [{ to: to.toLowerCase(), data: '0x1234', value: 10n }], capabilities, id: 'order-7' })
    await send({ calls: [{ to }], isAtomic: undefined })
    await send({ calls: [{ data: '0x6000' }], isAtomic: false })
    const common = { version: '2.0.0', chainId: '0x7a69', from: wallet.selectedAccount }
    expect(asked('wallet_sendCalls').map(({ params }) => params)).toEqual([
      [{ ...common, atomicRequired: true, capabilities, id: 'order-7', calls: [{ to, data: '0x1234', value: '0xa' }] }],
      [{ ...common, atomicRequired: true, capabilities: {}, calls: [{ to }], id: expect.stringMatching(ownId) }],
      [
        {
          ...common,
          atomicRequired: false,
          capabilities: {},
          calls: [{ data: '0x6000' }],
          id: expect.stringMatching(ownId),
        },
      ],
    ])
    for (const call of [{ to: to.slice(2) }, { to, data: '1234' }])
      await expect(send({ calls: [call] })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(asked('wallet_sendCalls')).toHaveLength(3)
  })

  test('keeps the id chosen by the app, and rejects a duplicate', async () => {
    const { send } = await setUp()
    expect(await send({ calls: [{ to }], id: 'order-7' })).toBe('order-7')
    await expect(send({ calls: [{ to }], id: 'order-7' })).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
  })

  for (const [field, bundle] of [
    ['calls', {}],
    ['calls', { calls: [] }],
    ['calls', { calls: { length: 1, 0: { to } } }],
    ['calls[0]', { calls: [{}] }],
    ['calls[0]', { calls: [null] }],
    ['calls[0]', { calls: [{ data: '0x', value: 5n }] }],
    ['calls[1].to', { calls: [{ to }, { to: '0x12' }] }],
    ['calls[0].to', { calls: [{ to: null }] }],
    ['calls[0].to', { calls: [{ to: devAccount(1).address.replace(/.$/, '0') }] }], // mistyped: a wrong checksum
    ['calls[0].data', { calls: [{ to, data: 'abc' }] }],
    ['calls[0].data', { calls: [{ to, data: '0xabc' }] }],
    ['calls[2].value', { calls: [{ to }, { to }, { to, value: -1n }] }],
    ['calls[0].value', { calls: [{ to, value: '5' }] }],
    ['capabilities', { calls: [{ to }], capabilities: [] }],
    ['id', { calls: [{ to }], id: '' }],
    ['id', { calls: [{ to }], id: 'a'.repeat(10_000) }],
  ] as const)
    test(`error: INVALID_PARAMS names ${field}, without a wallet request`, async () => {
      const { send, wallet } = await setUp()
      const before = wallet.requests.length
      await expect(send(bundle)).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        details: expect.stringContaining(`${field} `),
      })
      expect(wallet.requests).toHaveLength(before)
    })

  test('finds a bundle by its id if the response is lost, and does not send it again', async () => {
    const { send, settled, asked, connector, wallet } = await setUp()
    const recipient = createRecipient()
    const { request } = wallet.provider
    Object.assign(wallet.provider, {
      async request(call: { readonly method: string }) {
        const reply = await request(call)
        if (call.method === 'wallet_sendCalls')
          throw Object.assign(new Error('The response was lost.'), { code: -32_603 })
        return reply
      },
    })
    const id = await send({ calls: [{ to: recipient, value: 7n }] })
    Object.assign(wallet.provider, { request })
    expect((await settled(id)).status).toBe('confirmed')
    expect([await balanceOf(recipient), asked('wallet_sendCalls').length]).toEqual([7n, 1])
    connector.destroy()
  })

  test('finds a bundle after a lost response even if the app sets its id to undefined', async () => {
    const { send, asked, wallet } = await setUp()
    wallet.script({
      methods: {
        wallet_sendCalls: { kind: 'throw', value: { code: -32_603, message: 'The response was lost.' } },
        wallet_getCallsStatus: { kind: 'reply', value: { status: 100, atomic: true } },
      },
    })
    const id = await send({ calls: [{ to }], id: undefined })
    expect(asked('wallet_sendCalls')).toMatchObject([{ params: [{ id }] }])
  })

  test('error: OUTCOME_UNKNOWN, not REQUEST_PENDING, if the wallet’s node timed out', async () => {
    const { send, wallet } = await setUp()
    const value = { code: -32_603, message: 'Internal error', data: { code: -32_002, message: 'request timed out' } }
    wallet.script({ methods: { wallet_sendCalls: { kind: 'throw', value } } })
    await expect(send({ calls: [{ to }], id: 'order-7' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      details: 'order-7',
    })
  })

  test('error: OUTCOME_UNKNOWN with the id if the wallet fails and does not know the bundle', async () => {
    const { send, asked, wallet } = await setUp()
    wallet.script({ methods: { wallet_sendCalls: { kind: 'throw', value: { code: -32_603, message: 'no' } } } })
    await expect(send({ calls: [{ to }], id: 'order-7' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      details: 'order-7',
      cause: { code: 'INTERNAL_ERROR' },
    })
    expect(asked('wallet_sendCalls')).toHaveLength(1)
  })

  test('error: passes on BUNDLE_TOO_LARGE and CAPABILITY_NOT_SUPPORTED from the wallet', async () => {
    const { send } = await setUp()
    const many = Array.from({ length: 1_000 }, () => ({ to }))
    await expect(send({ calls: many })).rejects.toMatchObject({ code: 'BUNDLE_TOO_LARGE', rpcCode: 5_740 })
    const capabilities = { moon: {} }
    await expect(send({ calls: [{ to }], capabilities })).rejects.toMatchObject({ code: 'CAPABILITY_NOT_SUPPORTED' })
  })

  for (const [rpcCode, code] of [
    [5_700, 'CAPABILITY_NOT_SUPPORTED'],
    [5_710, 'CHAIN_ID_NOT_SUPPORTED'],
    [5_720, 'DUPLICATE_ID'],
    [5_730, 'UNKNOWN_BUNDLE'],
    [5_740, 'BUNDLE_TOO_LARGE'],
    [5_750, 'UPGRADE_REJECTED'],
    [5_760, 'ATOMICITY_NOT_SUPPORTED'],
    [4_001, 'USER_REJECTED'],
    [4_200, 'UNSUPPORTED_METHOD'],
    [-32_601, 'UNSUPPORTED_METHOD'],
    [-32_004, 'UNSUPPORTED_METHOD'],
  ] as const)
    test(`error: ${code} if the wallet fails with ${rpcCode}, without a retry`, async () => {
      const { send, asked, wallet } = await setUp()
      wallet.script({ methods: { wallet_sendCalls: { kind: 'throw', value: { code: rpcCode, message: 'no' } } } })
      await expect(send({ calls: [{ to }, { to }] })).rejects.toMatchObject({ code })
      expect(asked('wallet_sendCalls')).toHaveLength(1)
    })

  test('error: ACCOUNT_CHANGED or CHAIN_NOT_SWITCHED, without a request to send', async () => {
    const { send, asked, wallet } = await setUp()
    wallet.selectChain(1)
    await expect(send()).rejects.toMatchObject({ code: 'CHAIN_NOT_SWITCHED' })
    wallet.selectChain(31_337)
    wallet.selectAccount(1)
    await expect(send()).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(asked('wallet_sendCalls')).toEqual([])
  })

  for (const value of [null, undefined, 7, '', {}, { id: 7 }, { id: '' }, ['0x1']])
    test(`error: INVALID_WALLET_REPLY for ${JSON.stringify(value)} as reply`, async () => {
      const { send, wallet } = await setUp()
      wallet.script({ methods: { wallet_sendCalls: { kind: 'reply', value } } })
      await expect(send()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    })
})

describe('a wallet that supports only version 1.0', () => {
  const error = { code: -32_006, message: 'Version 2.0.0 is not supported.' }

  test('gets a 1.0 request if atomicity is not required', async () => {
    const { send, asked, settled, wallet } = await setUp()
    wallet.script({ methods: { wallet_sendCalls: [{ kind: 'throw', value: error }] } })
    const id = await send({ calls: [{ to }, { to }], isAtomic: false, id: 'order-7' })
    const second = asked('wallet_sendCalls')[1]?.params
    const common = { version: '1.0', chainId: '0x7a69', from: wallet.selectedAccount, capabilities: {} }
    expect(second).toEqual([{ ...common, calls: [{ to }, { to }] }])
    expect(await settled(id)).toMatchObject({ isAtomic: false })
  })

  test('error: OUTCOME_UNKNOWN if version 1.0 fails after sending, because it has no ids to look up', async () => {
    const { send, asked, wallet } = await setUp()
    const lost = { code: -32_603, message: 'The response was lost.' }
    wallet.script({
      methods: {
        wallet_sendCalls: [
          { kind: 'throw', value: error },
          { kind: 'throw', value: lost },
        ],
      },
    })
    await expect(send()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'INTERNAL_ERROR' } })
    expect(asked('wallet_sendCalls')).toHaveLength(2)
  })

  test('sends a single call, which is atomic by itself', async () => {
    const { send, wallet } = await setUp()
    wallet.script({ methods: { wallet_sendCalls: [{ kind: 'throw', value: error }] } })
    expect(await send()).toMatch(/^0x/)
  })

  test('error: ATOMICITY_NOT_SUPPORTED for several calls that must be atomic', async () => {
    const { send, asked, wallet } = await setUp()
    wallet.script({ methods: { wallet_sendCalls: [{ kind: 'throw', value: error }] } })
    await expect(send({ calls: [{ to }, { to }] })).rejects.toMatchObject({ code: 'ATOMICITY_NOT_SUPPORTED' })
    expect(asked('wallet_sendCalls')).toHaveLength(1)
  })

  for (const code of [-32_602, -32_000, -32_603])
    test(`is not assumed from error ${code}, after which no second request is sent`, async () => {
      const { send, asked, wallet } = await setUp()
      wallet.script({ methods: { wallet_sendCalls: { kind: 'throw', value: { ...error, code } } } })
      // only invalid params prove that nothing was sent
      await expect(send()).rejects.toMatchObject(
        code === -32_602 ? { rpcCode: code } : { code: 'OUTCOME_UNKNOWN', cause: { rpcCode: code } },
      )
      expect(asked('wallet_sendCalls')).toHaveLength(1)
    })
})

describe('calls:status', () => {
  test('error: UNKNOWN_BUNDLE for an unknown id', async () => {
    const { status } = await setUp()
    await expect(status('0x12')).rejects.toMatchObject({ code: 'UNKNOWN_BUNDLE' })
  })

  test('error: INVALID_PARAMS for an empty id, without a wallet request', async () => {
    const { status, asked } = await setUp()
    await expect(status('')).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(asked('wallet_getCallsStatus')).toEqual([])
  })

  test('error: INVALID_WALLET_REPLY for an invalid status, UNSUPPORTED_METHOD if the wallet lacks the method', async () => {
    const { status, wallet } = await setUp()
    wallet.script({ methods: { wallet_getCallsStatus: [{ kind: 'reply', value: { status: 'DONE' } }] } })
    await expect(status('a')).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    wallet.script({ methods: { wallet_getCallsStatus: { kind: 'throw', value: { code: -32_601 } } } })
    await expect(status('a')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })
})

describe('capabilities:read', () => {
  test('returns the current capabilities of the wallet by CAIP-2 id', async () => {
    const { read, send, settled } = await setUp()
    const ready = { atomic: { status: 'ready' } }
    expect(await read()).toEqual({ 'eip155:31337': ready, 'eip155:1': ready })
    await settled(await send({ calls: [{ to }, { to }] }))
    expect(await read()).toMatchObject({ 'eip155:31337': { atomic: { status: 'supported' } } })
  })

  test('requests and returns only the specified networks', async () => {
    const { read, asked, network, wallet } = await setUp()
    expect(Object.keys(await read([network]))).toEqual(['eip155:31337'])
    expect(asked('wallet_getCapabilities')[0]?.params).toEqual([wallet.selectedAccount, ['0x7a69']])
    const value = { '0x7a69': {}, '0x1': { atomic: { status: 'ready' } } }
    wallet.script({ methods: { wallet_getCapabilities: { kind: 'reply', value } } })
    expect(await read([network])).toEqual({ 'eip155:31337': {} })
    expect(await read([])).toEqual({})
    expect(asked('wallet_getCapabilities')).toHaveLength(2)
  })

  test('sends a request each time, so that a failure is not cached', async () => {
    const { read, wallet } = await setUp()
    wallet.script({ methods: { wallet_getCapabilities: [{ kind: 'throw', value: { code: -32_603 } }] } })
    await expect(read()).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(await read()).toHaveProperty('eip155:1')
  })

  test('error: UNSUPPORTED_METHOD if the wallet lacks the method, INVALID_WALLET_REPLY for an invalid reply', async () => {
    const { read, wallet } = await setUp()
    wallet.script({ methods: { wallet_getCapabilities: [{ kind: 'throw', value: { code: -32_601 } }] } })
    await expect(read()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    wallet.script({ methods: { wallet_getCapabilities: [{ kind: 'reply', value: [] }] } })
    await expect(read()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })
})

describe('a wallet that never responds', () => {
  for (const name of ['calls:status', 'capabilities:read'] as const)
    test(`error: TIMED_OUT after 10 s, or the abort reason before that, for ${name}`, async () => {
      const clock = createTestClock()
      const { connector, request, wallet } = await setUp({ setTimeout: clock.setTimeout })
      const ask = (signal: AbortSignal) => feature(connector, name)({ ...request, signal, id: 'a' } as never)
      wallet.script({ methods: { '*': { kind: 'hang' } } })
      const controller = new AbortController()
      const left = ask(controller.signal)
      controller.abort(new Error('left'))
      await expect(left).rejects.toThrow('left')
      const late = expect(ask(new AbortController().signal)).rejects.toMatchObject({ code: 'TIMED_OUT' })
      await vi.waitFor(() => expect(clock.pending()).toBe(1))
      await clock.advance(10_000)
      await late
      expect(clock.pending()).toBe(0)
    })
})
