// @vitest-environment happy-dom
import {
  apiVersion,
  type ChainAdapter,
  type Connector,
  type ConnectorEvents,
  getConnection,
  internals,
  type WalletListing,
} from '@latchkey/core'
import { connect, startPairing, switchConnection } from '@latchkey/core/controllers/connection'
import { switchNetwork } from '@latchkey/core/controllers/network'
import { act, type ReactElement, Suspense } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { createFakeWalletList } from '../testing/createFakeWalletList.js'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { testAddress, testNetwork } from '../testing/fakeChain.js'
import { renderHook as renderHookIn } from '../testing/renderHook.js'
import type { UiModal } from '../uiModal.js'
import { LatchkeyProvider } from './LatchkeyProvider.js'
import { useAccount } from './useAccount.js'
import { useAccounts } from './useAccounts.js'
import { useBalance } from './useBalance.js'
import { useAddRecentTransaction, useRecentTransactions } from './useRecentTransactions.js'
import { useWaitForTransaction } from './useWaitForTransaction.js'
import { useWallets } from './useWallets.js'
import {
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
} from './walletActions.js'

const otherNetwork = { ...testNetwork, id: 10, name: 'Testnet Ten', caipNetworkId: 'eip155:10' } as const
const hash = `0x${'ab'.repeat(32)}`
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

// the type of transactions comes with adapter-evm
const transaction = { to: testAddress, value: 1n } as never

/** The scripted responses of the wallet and the chain. */
let script: { rejects: boolean; native: bigint; included: Promise<void>; reads: string[]; confirmed: string[] }
let modal: UiModal
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  script = { rejects: false, native: 5n, included: Promise.resolve(), reads: [], confirmed: [] }
  modal = createModal({ adapters: [scriptedChain()], disableAppend: true, debug: true, env: { storage: () => null } })
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  modal.destroy()
})

function scriptedChain(): ChainAdapter<'eip155'> {
  const answer = async <value,>(value: value): Promise<value> => {
    if (script.rejects) throw Object.assign(new Error('No.'), { code: 4001 })
    return value
  }
  const connector: Connector = {
    meta: { id: 'test.wallet', type: 'ANNOUNCED', name: 'Test wallet', namespaces: ['eip155'] },
    features: {
      'message:sign': ({ message }) => answer(`signed ${String(message)}`),
      'typedData:sign': () => answer('0x02'),
      'transaction:send': () => answer(hash),
      'network:switch': () => answer(undefined),
    },
    connect: () =>
      answer({
        accounts: [{ namespace: 'eip155', address: testAddress, type: 'eoa' }],
        caipNetworkId: 'eip155:1',
      }),
    disconnect: async () => {},
    getProvider: async () => ({}),
    on: () => () => {},
    destroy: () => {},
  }
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'eip155',
    networks: [testNetwork, otherNetwork],
    setup: () => ({
      features: {
        'balance:read': async () => {
          script.reads.push('native')
          return { value: script.native, decimals: 18, symbol: 'ETH' }
        },
        'token:balance': async ({ address }) => {
          script.reads.push(address)
          return { value: 7n, decimals: 6, symbol: 'USDC' }
        },
        'transaction:confirm': async ({ id, network }) => {
          script.confirmed = [...script.confirmed, network.caipNetworkId]
          await script.included
          return { status: 'confirmed', id }
        },
      },
      getConnectors: () => [connector],
      onConnectorsChange: () => () => {},
      destroy: () => {},
    }),
  }
}

/** Renders the hook below the provider, which starts the modal. */
const renderHook = <result,>(hook: () => result) => renderHookIn(hook, { root, modal })
const settled = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined)
    check()
  })
const connected = (): Promise<unknown> => act(() => connect(modal, { connectorId: 'test.wallet' }))

describe('useConnect', () => {
  it('lists the wallets, and connects the selected one', async () => {
    const hook = renderHook(() => ({ ...useConnect(), account: useAccount() }))
    await settled(() => expect(hook.current.wallets).toHaveLength(1))
    expect(hook.current).toMatchObject({ status: 'idle', isIdle: true, data: undefined, error: null })
    const [wallet] = hook.current.wallets
    if (wallet) act(() => hook.current.connect({ wallet }))
    expect(hook.current).toMatchObject({ status: 'pending', isPending: true })
    await settled(() => expect(hook.current.status).toBe('success'))
    expect(hook.current.data).toMatchObject({ connectorId: 'test.wallet' })
    expect(hook.current.account.address).toBe(testAddress)
  })

  it('returns the error of a wallet that declines, until it is reset', async () => {
    script.rejects = true
    const hook = renderHook(() => useConnect())
    act(() => hook.current.connect({ connectorId: 'test.wallet' }))
    await settled(() => expect(hook.current.isError).toBe(true))
    expect(hook.current.error).toMatchObject({ code: 'CONNECTION_REJECTED' })
    act(() => hook.current.reset())
    expect(hook.current).toMatchObject({ status: 'idle', error: null })
  })

  it('opens the QR code for WalletConnect, and returns MODAL_CLOSED if the user closes it', async () => {
    modal.destroy()
    modal = createFakeWorld({ isPairing: true }).modal
    const hook = renderHook(() => useConnect())
    await settled(() => expect(hook.current.wallets.some((row) => row.connector?.type === 'WALLET_CONNECT')).toBe(true))
    const wallet = hook.current.wallets.find((row) => row.connector?.type === 'WALLET_CONNECT')
    if (wallet) act(() => hook.current.connect({ wallet }))
    await settled(() => expect(modal.getState().router.stack.at(-1)?.view).toBe('ConnectingWalletConnect'))
    await act(() => modal.close())
    await settled(() => expect(hook.current.error).toMatchObject({ code: 'MODAL_CLOSED' }))
  })

  it('returns MODAL_CLOSED if the modal is destroyed before it shows the QR code', async () => {
    modal.destroy()
    modal = createFakeWorld({ isPairing: true }).modal
    const hook = renderHook(() => useConnect())
    await settled(() => expect(hook.current.wallets.some((row) => row.connector?.type === 'WALLET_CONNECT')).toBe(true))
    const wallet = hook.current.wallets.find((row) => row.connector?.type === 'WALLET_CONNECT')
    if (wallet) act(() => hook.current.connect({ wallet }))
    act(() => modal.destroy())
    await settled(() => expect(hook.current.error).toMatchObject({ code: 'MODAL_CLOSED' }))
  })

  it('returns MODAL_CLOSED if the user leaves the QR code of an inline modal, which stays open', async () => {
    modal.destroy()
    modal = createFakeWorld({ isPairing: true, inline: true }).modal
    const hook = renderHook(() => useConnect())
    await settled(() => expect(hook.current.wallets.some((row) => row.connector?.type === 'WALLET_CONNECT')).toBe(true))
    const wallet = hook.current.wallets.find((row) => row.connector?.type === 'WALLET_CONNECT')
    if (wallet) act(() => hook.current.connect({ wallet }))
    await settled(() => expect(modal.getState().router.stack.at(-1)?.view).toBe('ConnectingWalletConnect'))
    await act(() => modal.close())
    await vi.waitFor(() => expect(hook.current.error).toMatchObject({ code: 'MODAL_CLOSED' }), 5_000)
  })

  it('returns the error of a failed pairing once the user closes the QR code', async () => {
    modal.destroy()
    const world = createFakeWorld({ isPairing: true })
    modal = world.modal
    const hook = renderHook(() => useConnect())
    await settled(() => expect(hook.current.wallets.some((row) => row.connector?.type === 'WALLET_CONNECT')).toBe(true))
    const wallet = hook.current.wallets.find((row) => row.connector?.type === 'WALLET_CONNECT')
    if (wallet) act(() => hook.current.connect({ wallet }))
    await settled(() => expect(modal.getState().router.stack.at(-1)?.view).toBe('ConnectingWalletConnect'))
    // what the view does
    startPairing(modal).catch(() => undefined)
    await settled(() => expect(world.pairing.requests).toHaveLength(1))
    world.pairing.fail({ code: 5000, message: 'User rejected.' })
    await settled(() => expect(modal.getState().ask?.error?.code).toBe('CONNECTION_REJECTED'))
    expect(hook.current.status).toBe('pending')
    await act(() => modal.close())
    await settled(() => expect(hook.current.error).toMatchObject({ code: 'CONNECTION_REJECTED' }))
  })

  it('waits for the new pairing, regardless of other wallets and the previous pairing', async () => {
    modal.destroy()
    const world = createFakeWorld({ isPairing: true })
    modal = world.modal
    const { rainbow } = world.wallets
    let change: (data: ConnectorEvents['change']) => void = () => undefined
    Object.assign(rainbow.connector, {
      on(event: string, listener: typeof change) {
        if (event === 'change') change = listener
        return () => undefined
      },
    })
    const hook = renderHook(() => useConnect())
    const pair = async (): Promise<void> => {
      const { length } = world.pairing.requests
      const wallet = hook.current.wallets.find((row) => row.connector?.type === 'WALLET_CONNECT')
      if (wallet) act(() => hook.current.connect({ wallet }))
      await settled(() => expect(modal.getState().router.stack.at(-1)?.view).toBe('ConnectingWalletConnect'))
      // what the view does
      startPairing(modal).catch(() => undefined)
      await settled(() => expect(world.pairing.requests).toHaveLength(length + 1))
    }
    await act(() => connect(modal, { connectorId: rainbow.connector.meta.id }))
    await pair()
    const accounts = [{ namespace: 'eip155', address: 'eip155-another', type: 'eoa' }] as const
    act(() => change({ namespace: 'eip155', accounts }))
    await settled(() => expect(getConnection(modal.getState(), 'eip155')?.accounts).toEqual(accounts))
    expect(hook.current.status).toBe('pending')
    world.pairing.agree(['eip155'])
    await settled(() =>
      expect(hook.current.data).toMatchObject({ connectorId: 'walletConnect', sessionId: 'session-1' }),
    )

    await pair()
    world.pairing.agree(['eip155'])
    await settled(() => expect(hook.current.data?.sessionId).toBe('session-2'))
  })
})

function WalletNames(): ReactElement {
  return <p>{useWallets().wallets.map(({ connector }) => connector?.name)}</p>
}

describe('useWallets', () => {
  it('hydrates the HTML of the server, also in a boundary that hydrates after the modal has started', async () => {
    const app = (instance: UiModal): ReactElement => (
      <LatchkeyProvider modal={instance}>
        <Suspense>
          <WalletNames />
        </Suspense>
      </LatchkeyProvider>
    )
    const page = document.createElement('div')
    page.innerHTML = renderToString(app(createModal({ adapters: [scriptedChain()], env: { window: () => null } })))
    const errors: unknown[] = []
    const hydrated = await act(() =>
      hydrateRoot(page, app(modal), { onRecoverableError: (error) => errors.push(error) }),
    )
    await settled(() => expect(page.textContent).toBe('Test wallet'))
    expect(errors).toEqual([])
    act(() => hydrated.unmount())
  })

  it('returns the error of a wallet list that failed to load, and loads it on refetch', async () => {
    modal.destroy()
    const list = createFakeWalletList([{ id: 'a', name: 'Aurora', mobile_link: 'aurora://' } as WalletListing])
    list.fail(500)
    const env = { storage: () => null, fetch: list.fetch }
    modal = createFakeWorld({ isPairing: true, services: { wallets: list.url }, env }).modal
    const hook = renderHook(() => useWallets())
    await settled(() => expect(hook.current.isFetching).toBe(false))
    expect(hook.current).toMatchObject({ status: 'error', error: { code: 'SERVER_ERROR' } })
    expect(hook.current.wallets.length).toBeGreaterThan(0)
    list.fail(undefined)
    act(() => hook.current.refetch())
    await settled(() => expect(hook.current).toMatchObject({ status: 'success', error: null }))
    expect(hook.current.wallets.at(-1)?.wallet?.name).toBe('Aurora')
  })
})

describe('requests to the wallet', () => {
  it('return their results', async () => {
    const hook = renderHook(() => ({ message: useSignMessage(), typed: useSignTypedData() }))
    await connected()
    await act(async () => {
      expect(await hook.current.message.signMessageAsync({ message: 'Hello' })).toBe('signed Hello')
      const typedData = { types: {}, primaryType: 'Mail', domain: {}, message: {} } as never
      await hook.current.typed.signTypedDataAsync({ typedData })
    })
    expect([hook.current.message.data, hook.current.typed.data]).toEqual(['signed Hello', '0x02'])
  })

  it('return the error, and reject only in their async variant', async () => {
    const hook = renderHook(() => useSignMessage())
    await connected()
    script.rejects = true
    act(() => hook.current.signMessage({ message: 'Hello' }))
    await settled(() => expect(hook.current.error).toMatchObject({ code: 'USER_REJECTED' }))
    await act(async () => {
      await expect(hook.current.signMessageAsync({ message: 'Hello' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    })
  })

  it('reflect only the latest call', async () => {
    const hook = renderHook(() => useSignMessage())
    await connected()
    act(() => {
      hook.current.signMessage({ message: 'one' })
      hook.current.signMessage({ message: 'two' })
    })
    await settled(() => expect(hook.current.data).toBe('signed two'))
  })

  it('fail with NOT_CONNECTED if no wallet is connected', async () => {
    const hook = renderHook(() => useSendTransaction())
    act(() => hook.current.sendTransaction({ transaction }))
    await settled(() => expect(hook.current.error).toMatchObject({ code: 'NOT_CONNECTED' }))
  })
})

describe('useBalance', () => {
  it('reads the native balance and that of a token, once a wallet is connected', async () => {
    const hook = renderHook(() => ({ native: useBalance(), token: useBalance({ token }) }))
    expect(hook.current.native).toMatchObject({ status: 'pending', isFetching: false, data: undefined })
    await connected()
    await settled(() => expect(hook.current.token.isSuccess).toBe(true))
    expect(hook.current.native.data).toEqual({ value: 5n, decimals: 18, symbol: 'ETH' })
    expect(hook.current.token.data).toEqual({ value: 7n, decimals: 6, symbol: 'USDC' })
    expect(script.reads.sort()).toEqual([token, 'native'].sort())
  })

  it('reloads the balance once a sent transaction is confirmed, and keeps the old one until then', async () => {
    const hook = renderHook(() => ({ balance: useBalance(), send: useSendTransaction(), account: useAccount() }))
    await connected()
    await settled(() => expect(hook.current.balance.isSuccess).toBe(true))
    let include = (): void => undefined
    script.included = new Promise((resolve) => {
      include = resolve
    })
    act(() => hook.current.send.sendTransaction({ transaction }))
    await settled(() => expect(hook.current.send.data).toBe(hash))
    script.native = 4n
    expect(hook.current.balance.data?.value).toBe(5n)
    include()
    await settled(() => expect(hook.current.balance.data?.value).toBe(4n))
    expect(hook.current.account.balance).toBe('0.000000000000000004')
  })
})

describe('useRecentTransactions', () => {
  it('lists registered transactions and those sent with a description, and reloads the balance once confirmed', async () => {
    const hook = renderHook(() => ({
      add: useAddRecentTransaction(),
      recent: useRecentTransactions(),
      send: useSendTransaction(),
      balance: useBalance(),
    }))
    await connected()
    await settled(() => expect(hook.current.balance.isSuccess).toBe(true))
    let include = (): void => undefined
    script.included = new Promise((resolve) => {
      include = resolve
    })
    act(() => hook.current.send.sendTransaction({ transaction, description: 'Tip' }))
    await settled(() => expect(hook.current.recent.transactions).toMatchObject([{ hash, status: 'pending' }]))
    const another = `0x${'cd'.repeat(32)}`
    await act(() => hook.current.add({ hash: another, description: 'Mint' }))
    expect(hook.current.recent.transactions.map(({ description }) => description)).toEqual(['Mint', 'Tip'])
    script.native = 4n
    include()
    await settled(() => expect(hook.current.recent.transactions[1]?.status).toBe('confirmed'))
    await settled(() => expect(hook.current.balance.data?.value).toBe(4n))
    act(() => hook.current.recent.clear())
    await settled(() => expect(hook.current.recent.transactions).toEqual([]))
  })

  it('lists a transaction only while the wallet that sent it is active', async () => {
    modal.destroy()
    const world = createFakeWorld()
    modal = world.modal
    const { eip155: firefly, rainbow } = world.wallets
    Object.assign(firefly.connector.features, { 'transaction:send': async () => hash })
    const hook = renderHook(() => ({ recent: useRecentTransactions(), send: useSendTransaction() }))
    for (const { connector } of [firefly, rainbow]) await act(() => connect(modal, { connectorId: connector.meta.id }))
    const { id: connectorId } = firefly.connector.meta
    await act(() => hook.current.send.sendTransactionAsync({ transaction, connectorId, description: 'Tip' }))
    const listed = () => modal.getState().recentTransactions?.map(({ address }) => address)
    await settled(() => expect(listed()).toEqual([firefly.accounts[0].address]))
    expect(hook.current.recent.transactions).toEqual([])
    await act(() => switchConnection(modal, { namespace: 'eip155', connectorId }))
    expect(hook.current.recent.transactions).toMatchObject([{ hash, description: 'Tip' }])
  })

  it('lists a transaction for the account that sent it, if that is not the active one', async () => {
    modal.destroy()
    const world = createFakeWorld()
    modal = world.modal
    const { connector, accounts } = world.wallets.eip155
    const other = { ...accounts[0], address: testAddress }
    const reply = { accounts: [accounts[0], other] as const, caipNetworkId: 'eip155:1' as const }
    Object.assign(connector, { connect: async () => reply })
    Object.assign(connector.features, { 'transaction:send': async () => hash })
    const hook = renderHook(() => useSendTransaction())
    await act(() => connect(modal, { connectorId: connector.meta.id }))
    const { address } = other
    await act(() => hook.current.sendTransactionAsync({ transaction, address, description: 'Tip' }))
    const listed = () => modal.getState().recentTransactions?.map((one) => one.address)
    await settled(() => expect(listed()).toEqual([address]))
  })

  it('does not list transactions sent without a description, and rejects an invalid hash', async () => {
    const hook = renderHook(() => ({
      add: useAddRecentTransaction(),
      recent: useRecentTransactions(),
      send: useSendTransaction(),
    }))
    await connected()
    await act(() => hook.current.send.sendTransactionAsync({ transaction }))
    await expect(hook.current.add({ hash: '0x1', description: 'Mint' })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
    expect(hook.current.recent.transactions).toEqual([])
  })
})

describe('useWaitForTransaction', () => {
  it('fetches nothing without a hash, then waits until the transaction is confirmed', async () => {
    const hook = renderHook(() => {
      const { data: hash, sendTransaction } = useSendTransaction()
      return { sendTransaction, outcome: useWaitForTransaction({ hash }) }
    })
    await connected()
    expect(hook.current.outcome).toMatchObject({ status: 'pending', isFetching: false })
    act(() => hook.current.sendTransaction({ transaction }))
    await settled(() => expect(hook.current.outcome.data).toEqual({ status: 'confirmed', id: hash }))
  })
})

it('useWaitForTransaction stays on its original network when the active network changes', async () => {
  const hook = renderHook(() => ({
    outcome: useWaitForTransaction({ hash }),
    switching: useSwitchNetwork(),
  }))
  await settled(() => expect(hook.current.outcome.isSuccess).toBe(true))
  const { confirmed } = script
  await act(() => hook.current.switching.switchNetworkAsync(10))
  await settled(() => expect(modal.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:10'))
  expect(script.confirmed).toEqual(confirmed)
  expect(new Set(confirmed)).toEqual(new Set(['eip155:1']))
})

it('useWaitForTransaction with a hash at the first render waits on the network that is restored', async () => {
  const create = () => createModal({ adapters: [scriptedChain()], disableAppend: true })
  const before = create()
  before.start()
  await switchNetwork(before, { network: 'eip155:10' })
  before.destroy()
  modal.destroy()
  modal = create()
  const hook = renderHook(() => useWaitForTransaction({ hash }))
  await settled(() => expect(hook.current.isSuccess).toBe(true))
  expect(new Set(script.confirmed)).toEqual(new Set(['eip155:10']))
  localStorage.clear()
})

it('useWaitForTransaction waits in the given namespace, even if another one is active', async () => {
  modal.destroy()
  const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const solana = { ...testNetwork, chainNamespace: 'solana', id: caipNetworkId.slice(7), caipNetworkId } as const
  const adapters = [{ ...scriptedChain(), namespace: 'solana', networks: [solana] }, scriptedChain()]
  modal = createModal({ adapters, disableAppend: true, env: { storage: () => null } })
  const hook = renderHook(() => useWaitForTransaction({ hash, namespace: 'eip155' }))
  expect(modal.getState().activeNamespace).toBe('solana')
  await settled(() => expect(hook.current.isSuccess).toBe(true))
  expect(new Set(script.confirmed)).toEqual(new Set(['eip155:1']))
})

describe('useSwitchNetwork', () => {
  it.each([
    ['a chain id', 10],
    ['a CAIP-2 id', 'eip155:10'],
    ['a network', otherNetwork],
    ['a viem chain', { id: 10, name: 'OP Mainnet' }],
  ] as const)('accepts %s', async (_, network) => {
    const hook = renderHook(() => useSwitchNetwork())
    await act(() => hook.current.switchNetworkAsync(network))
    expect(modal.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:10')
  })

  it('fails with NETWORK_NOT_FOUND for an unknown network', async () => {
    const hook = renderHook(() => useSwitchNetwork())
    act(() => hook.current.switchNetwork(5))
    await settled(() => expect(hook.current.error).toMatchObject({ code: 'NETWORK_NOT_FOUND' }))
    expect(hook.current.networks).toHaveLength(2)
  })
})

describe('useAccounts', () => {
  it('lists the accounts of every wallet, and marks those that receive requests as active', async () => {
    modal.destroy()
    const world = createFakeWorld()
    modal = world.modal
    const hook = renderHook(() => useAccounts())
    expect(hook.current).toEqual([])
    for (const { connector } of Object.values(world.wallets))
      await act(() => connect(modal, { connectorId: connector.meta.id }))
    expect(hook.current.map(({ address, isActive }) => [address, isActive])).toEqual([
      ['eip155-Rainbow-eoa', true],
      ['eip155-Firefly-eoa', false],
      ['solana-Firefly-eoa', true],
      ['bip122-Firefly Wallet-payment', true],
      ['bip122-Firefly Wallet-ordinal', false],
    ])
  })
})

describe('a modal', () => {
  it('is started by the provider, without any of the built-in buttons', async () => {
    expect(modal.getState().status).toBe('idle')
    const hook = renderHook(() => useDisconnect())
    expect(modal.getState().status).not.toBe('idle')
    await connected()
    act(() => hook.current.disconnect())
    await settled(() => expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected'))
    expect(modal[internals].signal.aborted).toBe(false)
  })

  it('that is never started logs one warning for the developer', async () => {
    vi.useFakeTimers()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    act(() => root.render(<Unstarted />))
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(warn).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledWith('[latchkey]', expect.stringContaining('Call modal.start()'))
  })
})

/** Uses two hooks of a modal without a provider. */
function Unstarted(): ReactElement {
  const { address } = useAccount({ modal })
  const { status } = useSignMessage(modal)
  return <p>{address ?? status}</p>
}
