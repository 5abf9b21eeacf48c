import { TimedOutError } from '@latchkey/core/plugin'
import {
  createEvmWallet,
  createTestClock,
  type EvmWallet,
  type EvmWalletOptions,
  rejectionErrors,
} from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { settle, setUpConnector } from '../../test/setUpConnector.js'

const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const

const first = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'

const second = '0x1563915e194D8CfBA1943570603F7606A3115508'

const eoa = (address: string) => ({ namespace: 'eip155', address, type: 'eoa' })

function createWallet(options: Partial<EvmWalletOptions> = {}): EvmWallet {
  const rpcUrl = 'http://127.0.0.1:1'
  const chains = [
    { id: 1, rpcUrl },
    { id: 10, rpcUrl },
  ]
  return createEvmWallet({ name: 'Test', rdns: 'io.test', accounts: keys, chains, ...options })
}

const methods = (wallet: EvmWallet): readonly string[] => wallet.requests.map(({ method }) => method)

describe('connect', () => {
  test('requests only the accounts and the chain id', async () => {
    const wallet = createWallet()
    const { connect } = setUpConnector(wallet.provider)
    expect(await connect()).toEqual({ accounts: [eoa(first), eoa(second)], caipNetworkId: 'eip155:1' })
    expect(methods(wallet)).toEqual(['eth_requestAccounts', 'eth_chainId'])
    expect(wallet.prompts).toBe(1)
  })

  test('prepare sends no wallet request, and connect works afterwards', async () => {
    const wallet = createWallet()
    const { connector, connect } = setUpConnector(wallet.provider)
    connector.prepare?.()
    await settle()
    expect(methods(wallet)).toEqual([])
    await expect(connect()).resolves.toMatchObject({ caipNetworkId: 'eip155:1' })
    expect(methods(wallet)).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('silent: returns the accounts that were permitted before, without a prompt', async () => {
    const wallet = createWallet()
    const { connect } = setUpConnector(wallet.provider)
    await connect()
    expect(await connect({ silent: true })).toMatchObject({ accounts: [eoa(first), eoa(second)] })
    expect(wallet.prompts).toBe(1)
  })

  for (const [name, prepare] of [
    ['without permission', () => undefined],
    ['[F36] while the wallet is locked', (wallet: EvmWallet) => wallet.lock()],
  ] as const)
    test(`silent, error: UNAUTHORIZED ${name}`, async () => {
      const wallet = createWallet()
      prepare(wallet)
      const { connect } = setUpConnector(wallet.provider)
      await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED', rpcCode: 4100 })
      expect(methods(wallet)).toEqual(['eth_accounts'])
    })

  test('[F36] error: REQUEST_PENDING while the wallet waits to be unlocked', async () => {
    const wallet = createWallet({ script: { locked: 'pending' } })
    const { connect } = setUpConnector(wallet.provider)
    await expect(connect()).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    wallet.unlock()
    await expect(connect()).resolves.toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  for (const { name, error, behaviour } of rejectionErrors.filter(({ name }) => !name.startsWith('5002')))
    test(`error: USER_REJECTED for ${name}`, async () => {
      const wallet = createWallet({ script: { methods: { eth_requestAccounts: behaviour } } })
      const { connect } = setUpConnector(wallet.provider)
      await expect(connect()).rejects.toMatchObject({ kind: 'LatchkeyError', code: 'USER_REJECTED', cause: error })
    })

  const names: { readonly [code: number]: string } = {
    [-32_700]: 'PARSE_FAILED',
    [-32_600]: 'INVALID_REQUEST',
    [-32_601]: 'METHOD_NOT_FOUND',
    [-32_602]: 'INVALID_PARAMS',
    [-32_603]: 'INTERNAL_ERROR',
    [-32_000]: 'INVALID_INPUT',
    [-32_001]: 'RESOURCE_NOT_FOUND',
    [-32_002]: 'REQUEST_PENDING',
    [-32_003]: 'TRANSACTION_REJECTED',
    [-32_004]: 'METHOD_NOT_SUPPORTED',
    [-32_005]: 'LIMIT_EXCEEDED',
    [-32_006]: 'VERSION_NOT_SUPPORTED',
    4001: 'USER_REJECTED',
    4100: 'UNAUTHORIZED',
    4200: 'UNSUPPORTED_METHOD',
    4900: 'PROVIDER_DISCONNECTED',
    4901: 'CHAIN_DISCONNECTED',
    4902: 'CHAIN_UNRECOGNIZED',
    5000: 'USER_REJECTED',
    5700: 'CAPABILITY_NOT_SUPPORTED',
    5710: 'CHAIN_ID_NOT_SUPPORTED',
    5720: 'DUPLICATE_ID',
    5730: 'UNKNOWN_BUNDLE',
    5740: 'BUNDLE_TOO_LARGE',
    5750: 'UPGRADE_REJECTED',
    5760: 'ATOMICITY_NOT_SUPPORTED',
  }
  test('[S8.57] maps each RPC error code of a wallet to a named error, and 5000 to USER_REJECTED', async () => {
    for (const [code, name] of Object.entries(names)) {
      const value = Object.assign(new Error('no'), { code: Number(code) })
      const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'throw', value } } } })
      const { connect } = setUpConnector(wallet.provider)
      await expect(connect()).rejects.toMatchObject({ code: name, rpcCode: Number(code), cause: value })
    }
  })

  test('joins an open prompt instead of sending a second request', async () => {
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'hang' } } } })
    const { connect } = setUpConnector(wallet.provider)
    const controller = new AbortController()
    const reason = new Error('Modal closed')
    const abandoned = connect({ signal: controller.signal })
    controller.abort(reason)
    await expect(abandoned).rejects.toBe(reason)
    const again = connect()
    await settle()
    expect(methods(wallet)).toEqual(['eth_requestAccounts'])
    wallet.release()
    await expect(again).resolves.toMatchObject({ accounts: [eoa(first), eoa(second)] })
    expect(wallet.prompts).toBe(1)
  })

  test('prompts again after an attempt that timed out, as the wallet may never respond to the first prompt', async () => {
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: [{ kind: 'hang' }] } } })
    const { connect } = setUpConnector(wallet.provider)
    const controller = new AbortController()
    const connecting = connect({ signal: controller.signal })
    await settle()
    controller.abort(new TimedOutError())
    await expect(connecting).rejects.toMatchObject({ code: 'TIMED_OUT' })
    await expect(connect()).resolves.toMatchObject({ accounts: [eoa(first), eoa(second)] })
  })

  test('sends no request if the signal is already aborted', async () => {
    const wallet = createWallet()
    const { connect, uses } = setUpConnector(wallet.provider)
    const reason = new Error('gone')
    await expect(connect({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(wallet.requests).toEqual([])
    expect(uses).toEqual([])
  })

  test('prompts again after a rejection', async () => {
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: [{ kind: 'reject' }] } } })
    const { connect } = setUpConnector(wallet.provider)
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(connect()).resolves.toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  for (const method of ['eth_accounts', 'eth_chainId'] as const)
    test(`[F35] error: TIMED_OUT if ${method} gets no response within 10 s`, async () => {
      const clock = createTestClock()
      const wallet = createWallet()
      const { connect } = setUpConnector(wallet.provider, { env: clock })
      await connect()
      wallet.script({ methods: { [method]: { kind: 'hang' } } })
      const outcome = expect(connect({ silent: true })).rejects.toMatchObject({ code: 'TIMED_OUT' })
      await settle()
      await clock.advance(10_000)
      await outcome
      expect(clock.pending()).toBe(0)
    })

  test('does not time out while the prompt is open', async () => {
    const clock = createTestClock()
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'hang' } } } })
    const { connect } = setUpConnector(wallet.provider, { env: clock })
    const connecting = connect()
    await settle()
    await clock.advance(200_000)
    wallet.release()
    await expect(connecting).resolves.toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  for (const [name, value] of [
    ['null', null],
    ['an empty string', ['']],
    ['numbers', [1, 2]],
    ['a string', first],
    ['a short address', ['0x12']],
  ] as const)
    test(`[I27] error: INVALID_WALLET_REPLY for ${name} as accounts`, async () => {
      const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'reply', value } } } })
      const { connect, uses } = setUpConnector(wallet.provider)
      await expect(connect()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      expect(uses.at(-1)).toBe(false)
    })

  for (const value of [null, '', 'mainnet', '0xZZ', 0, {}])
    test(`[I27] error: INVALID_WALLET_REPLY for ${JSON.stringify(value)} as chain`, async () => {
      const wallet = createWallet({ script: { methods: { eth_chainId: { kind: 'reply', value } } } })
      const { connect } = setUpConnector(wallet.provider)
      await expect(connect()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    })

  for (const value of ['10', 10, '0xa'])
    test(`[I27] accepts ${JSON.stringify(value)} as chain 10`, async () => {
      const wallet = createWallet({ script: { methods: { eth_chainId: { kind: 'reply', value } } } })
      const { connect } = setUpConnector(wallet.provider)
      await expect(connect()).resolves.toMatchObject({ caipNetworkId: 'eip155:10' })
    })

  for (const [name, value] of [
    ['a string', 'no'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 7],
    ['an object without a code', { message: 'no' }],
  ] as const)
    test(`[I27] error: CONNECTOR_FAILED if the wallet throws ${name}`, async () => {
      const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'throw', value } } } })
      const { connect } = setUpConnector(wallet.provider)
      await expect(connect()).rejects.toMatchObject({ kind: 'LatchkeyError', code: 'CONNECTOR_FAILED' })
    })

  test('[I27] error: CONNECTOR_FAILED if the provider throws synchronously', async () => {
    const provider = {
      request: () => {
        throw new Error('mine')
      },
    }
    const { connect } = setUpConnector(provider)
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTOR_FAILED', details: 'mine' })
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTOR_FAILED' })
  })

  test('error: UNAUTHORIZED if the wallet returns no accounts', async () => {
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'reply', value: [] } } } })
    const { connect } = setUpConnector(wallet.provider)
    await expect(connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('is in use while it connects and while it is connected', async () => {
    const wallet = createWallet()
    const { connect, disconnect, uses } = setUpConnector(wallet.provider)
    const connecting = connect()
    expect(uses).toEqual([true])
    await connecting
    expect(uses.at(-1)).toBe(true)
    await disconnect()
    expect(uses.at(-1)).toBe(false)
  })
})

describe('disconnect', () => {
  test('revokes the permission of the site', async () => {
    const wallet = createWallet()
    const { connect, disconnect } = setUpConnector(wallet.provider)
    await connect()
    await disconnect()
    expect(wallet.isConnected).toBe(false)
    await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  for (const code of [-32_601, -32_004, 4_200, 4_100])
    test(`resolves if the wallet fails with ${code}, as there is nothing to revoke`, async () => {
      const value = { code, message: 'not here' }
      const wallet = createWallet({ script: { methods: { wallet_revokePermissions: { kind: 'throw', value } } } })
      const { connect, disconnect } = setUpConnector(wallet.provider)
      await connect()
      await expect(disconnect()).resolves.toBeUndefined()
    })

  for (const [code, name] of [
    [-32_603, 'INTERNAL_ERROR'],
    [4_900, 'PROVIDER_DISCONNECTED'],
  ] as const)
    test(`error: ${name} if the wallet fails with its code`, async () => {
      const value = { code, message: 'no' }
      const wallet = createWallet({ script: { methods: { wallet_revokePermissions: { kind: 'throw', value } } } })
      const { connect, disconnect } = setUpConnector(wallet.provider)
      await connect()
      await expect(disconnect()).rejects.toMatchObject({ code: name })
    })
})

test('getProvider returns the provider of the wallet', async () => {
  const wallet = createWallet()
  const { connector } = setUpConnector(wallet.provider)
  expect(await connector.getProvider({ namespace: 'eip155' })).toBe(wallet.provider)
})
