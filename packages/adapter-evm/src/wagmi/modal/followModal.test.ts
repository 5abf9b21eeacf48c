import { createModalCore, getConnection as getModalConnection } from '@latchkey/core'
import {
  addNetwork,
  connect as connectModal,
  disconnect as disconnectModal,
  removeNetwork,
  switchNetwork,
} from '@latchkey/core/controllers'
import { devAccount, devPrivateKey, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  disconnect,
  getBlockNumber,
  getChainId,
  getConnection,
  reconnect,
  switchChain,
  watchConnection,
} from 'wagmi/actions'
import { createNetwork } from '../../../test/createNetwork.js'
import {
  connectorId,
  createWagmiPages,
  disconnected,
  readWagmi,
  type WagmiPages,
} from '../../../test/createWagmiPages.js'
import { settle } from '../../../test/setUpConnector.js'
import { evm } from '../../adapter.js'
import { createWagmiConfig } from './createWagmiConfig.js'

let chains: readonly [RunningAnvil, RunningAnvil]

let pages: WagmiPages

beforeAll(async () => {
  chains = await Promise.all([startAnvil({ chainId: 31_337 }), startAnvil({ chainId: 31_338 })])
})

beforeEach(() => {
  pages = createWagmiPages({ chains, accounts: [devPrivateKey(0), devPrivateKey(1)] })
})

afterEach(() => {
  expect(pages.close()).toBe(0)
})

afterAll(async () => {
  for (const chain of chains) await chain.stop()
})

const first = devAccount(0).address

const second = devAccount(1).address

describe('from the modal to wagmi', () => {
  test('wagmi adopts a connection made in the modal', async () => {
    const { config, modal } = pages.load()
    expect(readWagmi(config)).toEqual(disconnected)
    modal.start()
    await connectModal(modal, { connectorId })
    expect(readWagmi(config)).toEqual({ address: first, chainId: 31_337, status: 'connected' })
    expect(getConnection(config)).toMatchObject({
      addresses: [first, second],
      chain: { id: 31_337, name: 'Chain 31337' },
    })
    expect(getConnection(config).connector?.id).toBe('latchkey')
  })

  test('wagmi adopts a connection that existed before the config', async () => {
    const { modal } = await pages.loadConnected()
    const config = createWagmiConfig(modal)
    expect(readWagmi(config)).toEqual({ address: first, chainId: 31_337, status: 'connected' })
  })

  test('watchConnection reports each change of the wallet once', async () => {
    const { config, wallet } = await pages.loadConnected()
    const seen: unknown[] = []
    const stop = watchConnection(config, { onChange: ({ address, chainId }) => void seen.push([address, chainId]) })
    wallet.selectAccount(1)
    await settle()
    wallet.selectChain(31_338)
    await settle()
    expect(seen).toEqual([
      [second, 31_337],
      [second, 31_338],
    ])
    expect(getChainId(config)).toBe(31_338)
    stop()
  })

  test('wagmi follows a network switch in the modal', async () => {
    const { config, modal } = await pages.loadConnected()
    await switchNetwork(modal, { network: 'eip155:31338' })
    expect(readWagmi(config)).toMatchObject({ chainId: 31_338 })
    expect(getChainId(config)).toBe(31_338)
  })

  test('wagmi follows a disconnect in the modal or by the wallet', async () => {
    const { config, modal, wallet } = await pages.loadConnected()
    await disconnectModal(modal)
    expect(readWagmi(config)).toEqual(disconnected)
    await connectModal(modal, { connectorId })
    wallet.disconnectSite()
    await settle()
    expect(readWagmi(config)).toEqual(disconnected)
  })

  test('wagmi keeps reading from its chain if the wallet switches to one that the app does not have', async () => {
    const rpcUrl = chains[0].url
    const { config, wallet } = await pages.loadConnected({
      chains: [
        { id: 31_337, rpcUrl },
        { id: 5, rpcUrl },
      ],
    })
    wallet.selectChain(5)
    await settle()
    expect(readWagmi(config)).toEqual({ address: first, chainId: 5, status: 'connected' })
    expect(getConnection(config).chain).toBeUndefined()
    expect(getChainId(config)).toBe(31_337)
  })

  test('without a wallet, wagmi reads from the network of the modal', async () => {
    const { config, modal } = pages.load()
    modal.start()
    await switchNetwork(modal, { network: 'eip155:31338' })
    expect(getChainId(config)).toBe(31_338)
  })

  test('wagmi’s chains follow networks that are added to or removed from the modal', async () => {
    const { config, modal } = await pages.loadConnected()
    expect(config.chains.map(({ id }) => id)).toEqual([31_337, 31_338])
    removeNetwork(modal, 'eip155:31338')
    expect(config.chains.map(({ id }) => id)).toEqual([31_337])
    addNetwork(modal, createNetwork(31_338, chains[1].url))
    expect(await getBlockNumber(config, { chainId: 31_338 })).toBe(0n)
    expect(await switchChain(config, { chainId: 31_338 })).toMatchObject({ id: 31_338 })
  })
})

describe('a reload', () => {
  for (const announceAfter of [undefined, 100])
    test(`restores both to the same state without a prompt; the wallet announces itself ${announceAfter ? 'late' : 'at once'}`, async () => {
      const before = await pages.loadConnected()
      await switchNetwork(before.modal, { network: 'eip155:31338' })
      before.leave()

      const { config, modal, wallet } = pages.load(announceAfter === undefined ? {} : { announceAfter })
      const reconnecting = reconnect(config)
      expect(modal.getState().status).toBe('idle')
      await reconnecting
      expect(readWagmi(config)).toEqual({ address: first, chainId: 31_338, status: 'connected' })
      expect(getModalConnection(modal.getState(), 'eip155')).toMatchObject({ caipNetworkId: 'eip155:31338' })
      expect(wallet.prompts).toBe(0)
    })

  test('leaves both disconnected if there was no connection, or the user had disconnected', async () => {
    const first = pages.load()
    await reconnect(first.config)
    expect(readWagmi(first.config)).toEqual(disconnected)
    await connectModal(first.modal, { connectorId })
    await disconnect(first.config)
    first.leave()
    const again = pages.load()
    await reconnect(again.config)
    expect(readWagmi(again.config)).toEqual(disconnected)
    expect(again.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  })

  test('leaves wagmi disconnected while the wallet is locked, and connects it once unlocked', async () => {
    ;(await pages.loadConnected()).leave()
    const { config, modal, wallet } = pages.load({ script: { locked: 'wait' } })
    await reconnect(config)
    expect(readWagmi(config)).toEqual(disconnected)
    wallet.unlock()
    await connectModal(modal, { connectorId })
    expect(readWagmi(config)).toMatchObject({ address: first, status: 'connected' })
  })

  test('connects wagmi to another wallet that the user connects while wagmi is reconnecting', async () => {
    ;(await pages.loadConnected()).leave()
    const { config, modal, wallet } = pages.load({ announceAfter: 200 })
    pages.addWallet({ name: 'Other', rdns: 'io.other', accounts: [devPrivateKey(1)] })
    const reconnecting = reconnect(config)
    await settle()
    await connectModal(modal, { connectorId: 'io.other' })
    await reconnecting
    await settle()
    expect(readWagmi(config)).toEqual({ address: second, chainId: 31_337, status: 'connected' })
    expect(wallet.prompts).toBe(0)
  })

  test('starts nothing on a server', async () => {
    const modal = createModalCore({
      networks: [createNetwork(1, 'http://127.0.0.1:1')],
      adapters: [evm()],
      env: { window: () => null, storage: () => null },
    })
    const config = createWagmiConfig(modal, { ssr: true })
    await reconnect(config)
    expect(modal.getState().status).toBe('idle')
    expect(readWagmi(config)).toEqual(disconnected)
  })
})
