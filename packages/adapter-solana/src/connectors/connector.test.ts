import { TimedOutError } from '@latchkey/core/plugin'
import { createTestContext, createTestPage } from '@latchkey/testing'
import { createSolanaWallet, registerWallets } from '@latchkey/testing/solana'
import { describe, expect, it, vi } from 'vitest'
import { createSecret, getFeature, settle, setUpWallet } from '../../test/setUpWallet.js'
import { solana } from '../adapter.js'
import { solanaDevnet, solanaMainnet, toNetwork } from '../networks.js'

const [mainnet, devnet] = [toNetwork(solanaMainnet), toNetwork(solanaDevnet)]

describe('connect', () => {
  it('returns the accounts with their public keys, the selected one first', async () => {
    const { wallet, connect } = setUpWallet()
    wallet.selectAccount(1)
    const { accounts, caipNetworkId } = await connect()
    expect(accounts.map(({ address }) => address)).toEqual([wallet.accounts[1], wallet.accounts[0]])
    expect(accounts[0]).toMatchObject({
      namespace: 'solana',
      type: 'eoa',
      publicKey: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect(caipNetworkId).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  })

  it('uses the requested network, or else the last one, or else the first that the account supports', async () => {
    const first = setUpWallet({ networks: [mainnet, devnet] })
    expect(await first.connect({ network: devnet })).toMatchObject({ caipNetworkId: devnet.caipNetworkId })
    expect(await first.connect({ silent: true })).toMatchObject({ caipNetworkId: devnet.caipNetworkId })
    const second = setUpWallet({ networks: [mainnet, devnet], chains: ['solana:devnet'] })
    expect(await second.connect({ network: mainnet })).toMatchObject({ caipNetworkId: devnet.caipNetworkId })
  })

  it.each([
    ['EIP-1193', { code: 4001, message: 'Nope' }],
    ['the Wallet Standard', Object.assign(new Error('Nope'), { context: { __code: 4_001_000 } })],
    ['a wallet adapter around the wallet', Object.assign(new Error('Nope'), { error: { code: 4001 } })],
  ])('rejects with USER_REJECTED for a rejection in the format of %s', async (_, value) => {
    const { wallet, connect } = setUpWallet()
    wallet.script({ methods: { 'standard:connect': { kind: 'throw', value } } })
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('rejects with CONNECTOR_FAILED for an error without a code, regardless of its message', async () => {
    const { wallet, connect } = setUpWallet()
    const value = new Error('User rejected the request.')
    wallet.script({ methods: { 'standard:connect': { kind: 'throw', value } } })
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTOR_FAILED', cause: value })
  })

  it('rejects with UNAUTHORIZED if a silent request is refused, as the user was not asked', async () => {
    const { wallet, connect } = setUpWallet()
    wallet.script({ methods: { 'standard:connect': { kind: 'reject' } } })
    await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('sends no silent request to a wallet that already exposes its accounts', async () => {
    const { wallet, connect } = setUpWallet({ connectsSilently: false })
    await connect()
    const before = wallet.prompts
    await connect({ silent: true })
    expect([wallet.prompts, wallet.requests.length]).toEqual([before, 1])
  })

  it.each([
    ['a string instead of a list', { accounts: 'none' }],
    ['an invalid address', { accounts: [{ address: '0OIl', publicKey: createSecret(1), chains: ['solana:mainnet'] }] }],
    ['a missing key', { accounts: [{ address: '11111111111111111111111111111111', chains: ['solana:mainnet'] }] }],
    [
      'the key of another address',
      {
        accounts: [
          { address: '11111111111111111111111111111111', publicKey: createSecret(1), chains: ['solana:mainnet'] },
        ],
      },
    ],
  ])('rejects with INVALID_WALLET_REPLY for accounts with %s', async (_, value) => {
    const { wallet, connect } = setUpWallet()
    wallet.script({ methods: { 'standard:connect': { kind: 'reply', value } } })
    await expect(connect()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })

  it('omits the accounts of other chains, and rejects with UNAUTHORIZED if no other is left', async () => {
    const { wallet, connect } = setUpWallet()
    const [own] = (await (wallet.standard.features['standard:connect'] as { connect: () => Promise<never> }).connect())[
      'accounts'
    ] as readonly object[]
    const foreign = { address: '0x00', publicKey: new Uint8Array(), chains: ['ethereum:1'], features: [] }
    wallet.script({ methods: { 'standard:connect': { kind: 'reply', value: { accounts: [foreign, own] } } } })
    expect((await connect()).accounts).toHaveLength(1)
    wallet.script({ methods: { 'standard:connect': { kind: 'reply', value: { accounts: [foreign] } } } })
    await expect(connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('waits for a locked wallet, and joins an open prompt', async () => {
    const { wallet, connect } = setUpWallet({ script: { locked: 'wait' } })
    const both = Promise.all([connect(), connect()])
    await settle()
    wallet.unlock()
    await both
    expect(wallet.prompts).toBe(1)
  })

  it('prompts again after an attempt that timed out, as the wallet may never respond to the first prompt', async () => {
    const { connect } = setUpWallet({ script: { methods: { 'standard:connect': [{ kind: 'hang' }] } } })
    const controller = new AbortController()
    const connecting = connect({ signal: controller.signal })
    await settle()
    controller.abort(new TimedOutError())
    await expect(connecting).rejects.toMatchObject({ code: 'TIMED_OUT' })
    await expect(connect()).resolves.toMatchObject({ caipNetworkId: mainnet.caipNetworkId })
  })

  it('rejects with TIMED_OUT if the wallet never responds to a silent request', async () => {
    const timers: (() => void)[] = []
    const setTimeout = (run: () => void): (() => void) => {
      timers.push(run)
      return () => undefined
    }
    const { wallet, connect } = setUpWallet({ env: { setTimeout } })
    wallet.script({ methods: { 'standard:connect': { kind: 'hang' } } })
    const reply = connect({ silent: true })
    reply.catch(() => undefined)
    await settle()
    for (const run of timers) run()
    await expect(reply).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })
})

describe('wallet events', () => {
  it('are emitted only for actual changes', async () => {
    const { wallet, connect, events } = setUpWallet()
    await connect()
    wallet.emit({ accounts: wallet.standard.accounts })
    wallet.emit({ chains: [] })
    wallet.emit(null)
    wallet.emit({ accounts: 'none' })
    wallet.emit(
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('hostile')
          },
        },
      ),
    )
    await settle()
    expect(events).toEqual([])
    wallet.selectAccount(1)
    await settle()
    expect(events).toMatchObject([{ namespace: 'solana', accounts: [{ address: wallet.accounts[1] }, {}] }])
  })

  it('disconnect if no account is left', async () => {
    const { wallet, connect, events } = setUpWallet()
    await connect()
    wallet.lock()
    wallet.unlock()
    await settle()
    expect(events).toEqual(['disconnect'])
  })

  it('are subscribed to only while the connector has a listener', async () => {
    const { wallet, connect, stop, connector } = setUpWallet()
    await connect()
    expect(wallet.listenerCount).toBe(1)
    stop()
    expect(wallet.listenerCount).toBe(0)
    connector.destroy()
  })

  it('are optional: a wallet without events and without disconnect works as well', async () => {
    const { connect, connector, stop } = setUpWallet({ without: ['standard:events', 'standard:disconnect'] })
    await connect()
    await connector.disconnect({ namespace: 'solana', signal: new AbortController().signal })
    stop()
    expect((await connect()).accounts).toHaveLength(2)
  })

  it('cause a warning if the wallet throws on subscribing', async () => {
    const page = createTestPage()
    const context = createTestContext({ page })
    const instance = solana().setup(context)
    const { standard } = createSolanaWallet({ name: 'Odd', accounts: [createSecret(1)] })
    const on = (): never => {
      throw new Error('hostile')
    }
    const features = { ...standard.features, 'standard:events': { on } }
    registerWallets(page, [{ ...standard, features }])
    instance.getConnectors()[0]?.on('change', () => undefined)
    await vi.waitFor(() => expect(context.warnings).toHaveLength(1))
  })
})

describe('network:switch', () => {
  it('switches without a prompt and emits the change', async () => {
    const rig = setUpWallet({ networks: [mainnet, devnet] })
    await rig.connect()
    const before = rig.wallet.prompts
    await getFeature(rig, 'network:switch')({ network: devnet, signal: new AbortController().signal })
    expect(rig.events).toEqual([{ namespace: 'solana', caipNetworkId: devnet.caipNetworkId }])
    expect(rig.wallet.prompts).toBe(before)
  })

  it('rejects with CHAIN_NOT_SUPPORTED if the account does not support the network', async () => {
    const rig = setUpWallet({ networks: [mainnet, devnet], chains: ['solana:mainnet'] })
    await rig.connect()
    const request = { network: devnet, signal: new AbortController().signal }
    await expect(getFeature(rig, 'network:switch')(request)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(rig.events).toEqual([])
  })

  it('rejects with UNAUTHORIZED while the wallet exposes no account', async () => {
    const rig = setUpWallet({ networks: [mainnet, devnet] })
    const request = { network: devnet, signal: new AbortController().signal }
    await expect(getFeature(rig, 'network:switch')(request)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
