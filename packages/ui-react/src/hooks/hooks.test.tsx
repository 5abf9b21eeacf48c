// @vitest-environment happy-dom
import { connect, disconnect, startPairing } from '@latchkey/core/controllers/connection'
import { setTheme } from '@latchkey/core/controllers/shell'
import { close, open } from '@latchkey/core/internal'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { createFakeWorld } from '../testing/createFakeWorld.js'
import { fakeChain, testAddress, testNetwork } from '../testing/fakeChain.js'
import { renderHook as renderHookIn } from '../testing/renderHook.js'
import type { UiModal } from '../uiModal.js'
import { useAccount } from './useAccount.js'
import { useConnections } from './useConnections.js'
import { useLoaded } from './useLoaded.js'
import { useEvents, useModal, useTheme } from './useModal.js'
import { useModalState } from './useModalState.js'
import { useNetwork } from './useNetwork.js'
import { type UseProviderResult, useProvider } from './useProvider.js'

let modal: UiModal
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  modal = createModal({ adapters: [fakeChain()], disableAppend: true, env: { storage: () => null } })
  modal.start()
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  modal.destroy()
})

const renderHook = <result,>(hook: () => result) => renderHookIn(hook, { root, modal })
const settled = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined)
    check()
  })
const connectWallet = (): Promise<void> =>
  act(async () => {
    await connect(modal, { connectorId: 'test.wallet' })
  })

describe('useAccount', () => {
  it('follows connecting and disconnecting', async () => {
    const account = renderHook(() => useAccount())
    expect(account.current).toMatchObject({ status: 'disconnected', isConnected: false, address: undefined })
    await connectWallet()
    expect(account.current).toMatchObject({
      status: 'connected',
      isConnected: true,
      address: testAddress,
      caipAddress: `eip155:1:${testAddress}`,
      type: 'eoa',
      connectedWalletInfo: { name: 'Test wallet' },
      addressExplorerUrl: `https://scan.example/address/${testAddress}`,
    })
    await act(() => disconnect(modal))
    expect(account.current).toMatchObject({ status: 'disconnected', address: undefined })
  })

  it('does not re-render on changes of other state', async () => {
    const account = renderHook(() => useAccount())
    const before = account.renders
    act(() => setTheme(modal, { mode: 'dark' }))
    act(() => open(modal))
    expect(account.renders).toBe(before)
  })

  it('does not re-render on changes of other state while a paired wallet is connected', async () => {
    modal.destroy()
    const world = createFakeWorld({ isPairing: true })
    modal = world.modal
    const running = startPairing(modal)
    await vi.waitFor(() => expect(world.pairing.requests).toHaveLength(1))
    world.pairing.agree(['eip155'])
    await running
    const account = renderHook(() => useAccount())
    expect(account.current.connectedWalletInfo).toMatchObject({ name: 'Pocket', type: 'WALLET_CONNECT' })
    const before = account.renders
    act(() => setTheme(modal, { mode: 'dark' }))
    expect(account.renders).toBe(before)
  })

  it('is disconnected for a namespace that the app does not have', () => {
    expect(renderHook(() => useAccount({ namespace: 'solana' })).current).toMatchObject({
      namespace: 'solana',
      status: 'disconnected',
    })
  })
})

describe('useNetwork', () => {
  it('returns the network, its chain ID and the available networks', () => {
    const network = renderHook(() => useNetwork())
    expect(network.current).toMatchObject({
      caipNetwork: testNetwork,
      chainId: 1,
      supportsAllNetworks: true,
      requestedCaipNetworks: [testNetwork],
    })
  })

  it('[S3.1] returns everything that the app has configured for the network', () => {
    modal.destroy()
    const network = {
      ...testNetwork,
      assets: { imageId: 'ether', imageUrl: 'https://img.example/ether.png' },
      testnet: true,
    }
    modal = createModal({
      adapters: [{ ...fakeChain(), networks: [network] }],
      projectId: 'demo',
      services: { rpc: 'https://rpc.example' },
      disableAppend: true,
      env: { storage: () => null },
    })
    expect(renderHook(() => useNetwork()).current.caipNetwork).toEqual({
      ...network,
      rpcUrls: {
        default: { http: ['https://rpc.example/v1/?chainId=eip155%3A1&projectId=demo'] },
        chainDefault: { http: ['http://localhost:1'] },
      },
    })
  })

  it('rejects switching to an unknown network', async () => {
    const network = renderHook(() => useNetwork())
    await expect(
      act(() => network.current.switchNetwork({ ...testNetwork, caipNetworkId: 'eip155:2' })),
    ).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
  })
})

describe('useProvider', () => {
  it("returns the wallet's provider while connected", async () => {
    const provider = renderHook(() => useProvider('eip155'))
    expect(provider.current).toEqual({ provider: undefined, providerType: undefined })
    await connectWallet()
    expect(provider.current).toEqual({ provider: { isTestProvider: true }, providerType: 'ANNOUNCED' })
    await act(() => disconnect(modal))
    expect(provider.current.provider).toBeUndefined()
  })

  it('returns the provider of the namespace and session, or undefined until it is available', async () => {
    modal.destroy()
    const world = createFakeWorld({ isPairing: true })
    modal = world.modal
    const pair = async (): Promise<void> => {
      const { length } = world.pairing.requests
      const pairing = startPairing(modal)
      await settled(() => expect(world.pairing.requests).toHaveLength(length + 1))
      world.pairing.agree(['eip155', 'solana'])
      await act(() => pairing)
    }
    await pair()
    const seen: unknown[] = []
    let namespace: 'eip155' | 'solana' = 'eip155'
    const read = (): UseProviderResult<unknown> => {
      const result = useProvider(namespace)
      seen.push(result.provider)
      return result
    }
    const provider = renderHook(read)
    await settled(() => expect(provider.current.provider).toEqual({ namespace: 'eip155', sessionId: 'session-1' }))

    namespace = 'solana'
    seen.length = 0
    const next = renderHook(read)
    expect(seen[0]).toBeUndefined()
    await settled(() => expect(next.current.provider).toEqual({ namespace: 'solana', sessionId: 'session-1' }))

    await pair()
    await settled(() => expect(next.current.provider).toEqual({ namespace: 'solana', sessionId: 'session-2' }))
  })
})

describe('useLoaded', () => {
  it('reports a failure only while the modal is open, and loads again on opening or retry', async () => {
    let isOnline = false
    const module = { name: 'login' }
    const load = async (): Promise<typeof module> => {
      if (!isOnline) throw new TypeError('Failed to fetch')
      return module
    }
    const hook = renderHook(() => useLoaded(load, true))
    await act(async () => undefined)
    expect(hook.current.loaded).toBeUndefined()

    act(() => open(modal))
    await settled(() => expect(hook.current.loaded).toBeNull())
    act(() => hook.current.retry())
    expect(hook.current.loaded).toBeUndefined()
    await settled(() => expect(hook.current.loaded).toBeNull())

    act(() => void close(modal))
    isOnline = true
    act(() => open(modal))
    expect(hook.current.loaded).toBeUndefined()
    await settled(() => expect(hook.current.loaded).toBe(module))
  })
})

describe('several wallets', () => {
  const connectAll = async (): Promise<ReturnType<typeof createFakeWorld>> => {
    modal.destroy()
    const world = createFakeWorld()
    modal = world.modal
    for (const { connector } of Object.values(world.wallets)) await connect(modal, { connectorId: connector.meta.id })
    return world
  }
  const toIds = (entries: readonly { readonly connectorId: string }[]) => entries.map(({ connectorId }) => connectorId)

  it('useConnections lists, switches, disconnects and removes the connections of a namespace', async () => {
    await connectAll()
    const hook = renderHook(() => useConnections({ namespace: 'eip155' }))
    expect(toIds(hook.current.connections)).toEqual(['eip155.Rainbow', 'eip155.Firefly'])
    await act(() => hook.current.switchConnection({ namespace: 'eip155', connectorId: 'eip155.Firefly' }))
    expect(hook.current.connections.map(({ status }) => status)).toEqual(['active', 'connected'])
    expect(toIds(hook.current.connections)).toEqual(['eip155.Firefly', 'eip155.Rainbow'])

    await act(() => hook.current.disconnect({ connectorId: 'eip155.Rainbow' }))
    expect(toIds(hook.current.connections)).toEqual(['eip155.Firefly'])
    expect(toIds(hook.current.recentConnections)).toEqual(['eip155.Rainbow'])
    await act(() => hook.current.removeConnection({ namespace: 'eip155', connectorId: 'eip155.Rainbow' }))
    expect(hook.current.recentConnections).toEqual([])
  })

  it('useConnections lists all namespaces, disconnects only its own, and does not re-render on other state', async () => {
    await connectAll()
    const hook = renderHook(() => ({ all: useConnections(), sol: useConnections({ namespace: 'solana' }) }))
    expect(hook.current.all.connections).toHaveLength(4)
    const before = hook.renders
    act(() => setTheme(modal, { mode: 'dark' }))
    expect(hook.renders).toBe(before)
    await act(() => hook.current.sol.disconnect())
    expect(toIds(hook.current.all.connections)).toEqual(['eip155.Rainbow', 'eip155.Firefly', 'bip122.Firefly Wallet'])
  })

  it('[S4.7] [S8.12] useConnections rejects switching to a connection with an invalid status', async () => {
    const { modal: fresh } = await connectAll()
    await disconnect(fresh)
    const hook = renderHook(() => useConnections())
    await expect(
      hook.current.switchConnection({ namespace: 'eip155', connectorId: 'solana.Firefly' }),
    ).rejects.toMatchObject({
      code: 'INVALID_CONNECTION_STATUS',
      shortMessage: 'Invalid connection status: unknown',
    })
  })

  it('[S8.11] useConnections rejects switching to a wallet that is gone', async () => {
    const world = await connectAll()
    act(() => world.families.eip155.announce([world.wallets.eip155]))
    const hook = renderHook(() => useConnections())
    await expect(
      hook.current.switchConnection({ namespace: 'eip155', connectorId: 'eip155.Rainbow' }),
    ).rejects.toMatchObject({
      code: 'CONNECTOR_NOT_FOUND',
      shortMessage: 'No connector found for connection: eip155.Rainbow',
    })
  })

  it('[S8.44] useConnections rejects with the namespaces whose wallets failed to disconnect', async () => {
    const world = await connectAll()
    for (const wallet of [world.wallets.eip155, world.wallets.solana])
      Object.assign(wallet.connector, { disconnect: () => Promise.reject(new Error('Busy.')) })
    const hook = renderHook(() => useConnections())
    await expect(act(() => hook.current.disconnect())).rejects.toMatchObject({
      code: 'DISCONNECT_FAILED',
      shortMessage: 'Failed to disconnect chains: eip155, solana',
    })
    expect(hook.current.connections).toEqual([])
  })

  it('[S4.20] useConnections rejects, with an alert for the developer, if multiWallet is off', async () => {
    modal.destroy()
    modal = createFakeWorld({ features: { multiWallet: false }, debug: true }).modal
    await connect(modal, { connectorId: 'eip155.Firefly' })
    const hook = renderHook(() => useConnections())
    await expect(
      act(() => hook.current.switchConnection({ namespace: 'eip155', connectorId: 'eip155.Firefly' })),
    ).rejects.toMatchObject({ code: 'MULTI_WALLET_OFF' })
    expect(modal.getState().alert).toMatchObject({ code: 'MULTI_WALLET_OFF', level: 'info' })
  })

  it('useProvider returns the provider of the given connector', async () => {
    await connectAll()
    const hook = renderHook(() => [
      useProvider<{ readonly name: string }>('eip155').provider?.name,
      useProvider<{ readonly name: string }>('eip155', { connectorId: 'eip155.Firefly' }).provider?.name,
    ])
    await act(async () => {})
    expect(hook.current).toEqual(['Rainbow', 'Firefly'])
  })
})

describe('useEvents', () => {
  it('returns the last event', async () => {
    const event = renderHook(() => useEvents())
    expect(event.current).toBeUndefined()
    await connectWallet()
    expect(event.current).toMatchObject({ event: 'CONNECT_SUCCESS', properties: { name: 'Test wallet' } })
  })
})

describe('useTheme', () => {
  it('reads and changes the theme', () => {
    const theme = renderHook(() => useTheme())
    expect(theme.current.themeMode).toBeUndefined()
    act(() => theme.current.setThemeMode('dark'))
    act(() => theme.current.setThemeVariables({ '--lk-accent': 'tomato' }))
    expect(theme.current).toMatchObject({ themeMode: 'dark', themeVariables: { '--lk-accent': 'tomato' } })
    act(() => theme.current.setThemeMode(undefined))
    expect(theme.current.themeMode).toBeUndefined()
  })
})

describe('useModal and useModalState', () => {
  it('open and close the modal', async () => {
    const hook = renderHook(() => ({ ...useModal(), isOpen: useModalState(selectOpen) }))
    await act(() => hook.current.open())
    expect(hook.current.isOpen).toBe(true)
    expect(await act(() => hook.current.close())).toBe(true)
    expect(hook.current.isOpen).toBe(false)
  })

  it('[S2.7] opening for another namespace makes it the active one', async () => {
    modal.destroy()
    modal = createFakeWorld().modal
    const hook = renderHook(() => ({ ...useModal(), ...useNetwork() }))
    expect(hook.current.caipNetwork?.name).toBe('Ethereum')
    await act(() => hook.current.open({ namespace: 'solana' }))
    expect(hook.current.caipNetwork?.name).toBe('Solana')
  })

  it('accept a selector that returns a new object each time', () => {
    const hook = renderHook(() => useModalState(selectObject))
    const [first, before] = [hook.current, hook.renders]
    act(() => setTheme(modal, { mode: 'dark' }))
    expect(hook.current).toBe(first)
    expect(hook.renders).toBe(before)
    act(() => open(modal))
    expect(hook.current).toEqual({ isOpen: true })
  })

  it.each<[string, (isOpen: boolean) => object]>([
    ['a Set', (isOpen) => new Set([isOpen])],
    ['an object with other keys', (isOpen) => (isOpen ? { open: 'Account' } : { closed: undefined })],
    ['an array in place of an object', (isOpen) => (isOpen ? [] : {})],
  ])('follow a selector that returns %s', (_, select) => {
    const read = ({ modal: { open: isOpen } }: ReturnType<UiModal['getState']>): object => select(isOpen)
    const hook = renderHook(() => useModalState(read))
    expect(hook.current).toEqual(select(false))
    act(() => open(modal))
    expect(hook.current).toEqual(select(true))
  })
})

const selectOpen = (state: ReturnType<UiModal['getState']>): boolean => state.modal.open
const selectObject = (state: ReturnType<UiModal['getState']>): { isOpen: boolean } => ({ isOpen: state.modal.open })
