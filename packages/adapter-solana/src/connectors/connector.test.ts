import { createTestContext, createTestPage } from '@latchkey/testing'
import { createSolanaWallet, registerWallets } from '@latchkey/testing/solana'
import { describe, expect, it, vi } from 'vitest'
import { createSecret, getFeature, settle, setUpWallet } from '../../test/setUpWallet.js'
import { solana } from '../adapter.js'
import { solanaDevnet, solanaMainnet, toNetwork } from '../networks.js'

const [mainnet, devnet] = [toNetwork(solanaMainnet), toNetwork(solanaDevnet)]

describe('connecting', () => {
  it('gives the accounts with their public keys, the selected one first', async () => {
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

  it('takes the network of the wish, else the last one, else the first that the account is on', async () => {
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
  ])('is USER_REJECTED in the words of %s', async (_, value) => {
    const { wallet, connect } = setUpWallet()
    wallet.script({ methods: { 'standard:connect': { kind: 'throw', value } } })
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('is CONNECTOR_FAILED where no code explains it, whatever the words are', async () => {
    const { wallet, connect } = setUpWallet()
    const value = new Error('User rejected the request.')
    wallet.script({ methods: { 'standard:connect': { kind: 'throw', value } } })
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTOR_FAILED', cause: value })
  })

  it('is UNAUTHORIZED where a silent request is refused, as nobody was asked', async () => {
    const { wallet, connect } = setUpWallet()
    wallet.script({ methods: { 'standard:connect': { kind: 'reject' } } })
    await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('asks no wallet silently that shows its accounts anyway', async () => {
    const { wallet, connect } = setUpWallet({ connectsSilently: false })
    await connect()
    const before = wallet.prompts
    await connect({ silent: true })
    expect([wallet.prompts, wallet.requests.length]).toEqual([before, 1])
  })

  it.each([
    ['no list', { accounts: 'none' }],
    [
      'an address that is none',
      { accounts: [{ address: '0OIl', publicKey: createSecret(1), chains: ['solana:mainnet'] }] },
    ],
    ['no key', { accounts: [{ address: '11111111111111111111111111111111', chains: ['solana:mainnet'] }] }],
    [
      'the key of another address',
      {
        accounts: [
          { address: '11111111111111111111111111111111', publicKey: createSecret(1), chains: ['solana:mainnet'] },
        ],
      },
    ],
  ])('is INVALID_WALLET_REPLY for accounts with %s', async (_, value) => {
    const { wallet, connect } = setUpWallet()
    wallet.script({ methods: { 'standard:connect': { kind: 'reply', value } } })
    await expect(connect()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })

  it('leaves out the accounts of other chains', async () => {
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

  it('waits for a locked wallet, and joins the prompt that is open', async () => {
    const { wallet, connect } = setUpWallet({ script: { locked: 'wait' } })
    const both = Promise.all([connect(), connect()])
    await settle()
    wallet.unlock()
    await both
    expect(wallet.prompts).toBe(1)
  })

  it('gives up on a wallet that never answers a silent request', async () => {
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

describe('what the wallet tells', () => {
  it('is no more than what changed', async () => {
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

  it('ends the connection where no account is left', async () => {
    const { wallet, connect, events } = setUpWallet()
    await connect()
    wallet.lock()
    wallet.unlock()
    await settle()
    expect(events).toEqual(['disconnect'])
  })

  it('is not listened to when nobody listens here', async () => {
    const { wallet, connect, stop, connector } = setUpWallet()
    await connect()
    expect(wallet.listenerCount).toBe(1)
    stop()
    expect(wallet.listenerCount).toBe(0)
    connector.destroy()
  })

  it('may be nothing: a wallet without events or a way to disconnect works as well', async () => {
    const { connect, connector, stop } = setUpWallet({ without: ['standard:events', 'standard:disconnect'] })
    await connect()
    await connector.disconnect({ namespace: 'solana', signal: new AbortController().signal })
    stop()
    expect((await connect()).accounts).toHaveLength(2)
  })

  it('may be a refusal to be listened to', async () => {
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
  it('asks nobody, and tells', async () => {
    const rig = setUpWallet({ networks: [mainnet, devnet] })
    await rig.connect()
    const before = rig.wallet.prompts
    await getFeature(rig, 'network:switch')({ network: devnet, signal: new AbortController().signal })
    expect(rig.events).toEqual([{ namespace: 'solana', caipNetworkId: devnet.caipNetworkId }])
    expect(rig.wallet.prompts).toBe(before)
  })

  it('is CHAIN_NOT_SUPPORTED where the account is not on the network', async () => {
    const rig = setUpWallet({ networks: [mainnet, devnet], chains: ['solana:mainnet'] })
    await rig.connect()
    const request = { network: devnet, signal: new AbortController().signal }
    await expect(getFeature(rig, 'network:switch')(request)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(rig.events).toEqual([])
  })

  it('is UNAUTHORIZED while the wallet shows no account', async () => {
    const rig = setUpWallet({ networks: [mainnet, devnet] })
    const request = { network: devnet, signal: new AbortController().signal }
    await expect(getFeature(rig, 'network:switch')(request)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
