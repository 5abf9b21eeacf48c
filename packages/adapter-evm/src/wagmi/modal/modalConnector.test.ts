import { getCaipNetworkId, getConnection as getModalConnection } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers'
import { close } from '@latchkey/core/internal'
import { devAccount, devPrivateKey, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  connect,
  disconnect,
  getBalance,
  getConnectorClient,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
} from 'wagmi/actions'
import {
  connectorId,
  createWagmiPages,
  disconnected,
  readWagmi,
  type WagmiPages,
} from '../../../test/createWagmiPages.js'
import { settle } from '../../../test/setUpConnector.js'

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

describe('from wagmi to the modal', () => {
  test('connect() opens the modal and resolves when the user has connected', async () => {
    const { config, modal } = pages.load()
    const connecting = connect(config, { connector: config.connectors[0] })
    await settle()
    expect(modal.getState().modal.open).toBe(true)
    expect(readWagmi(config)).toMatchObject({ status: 'connecting' })
    await startConnect(modal, { connectorId })
    expect(await connecting).toEqual({ accounts: [first, second], chainId: 31_337 })
    expect(readWagmi(config)).toEqual({ address: first, chainId: 31_337, status: 'connected' })
    expect(modal.getState().modal.open).toBe(false)
  })

  test('[S8.3] [F35] connect() rejects with "Modal closed" when the user closes the modal', async () => {
    const { config, modal } = pages.load()
    const connecting = connect(config, { connector: config.connectors[0] })
    await settle()
    close(modal)
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED', shortMessage: 'Modal closed' })
    expect(readWagmi(config)).toEqual(disconnected)
  })

  test('connect() stays pending after a rejection in the wallet, so that the user can retry', async () => {
    const { config, modal, wallet } = pages.load()
    wallet.script({ methods: { eth_requestAccounts: [{ kind: 'reject' }] } })
    const connecting = connect(config, { connector: config.connectors[0] })
    await settle()
    await startConnect(modal, { connectorId })
    expect(readWagmi(config)).toMatchObject({ status: 'connecting' })
    await startConnect(modal, { connectorId })
    expect(await connecting).toMatchObject({ chainId: 31_337 })
  })

  test('connect() switches to the requested chain, and still connects if the switch is declined', async () => {
    const { config, modal, leave } = pages.load()
    const connecting = connect(config, { connector: config.connectors[0], chainId: 31_338 })
    await settle()
    await startConnect(modal, { connectorId })
    expect(await connecting).toMatchObject({ chainId: 31_338 })
    expect(getCaipNetworkId(modal.getState(), 'eip155')).toBe('eip155:31338')

    await disconnect(config)
    leave()
    const { config: other, modal: otherModal, wallet } = pages.load()
    wallet.selectChain(31_337)
    wallet.script({ methods: { wallet_switchEthereumChain: { kind: 'reject' } } })
    const again = connect(other, { connector: other.connectors[0], chainId: 31_338 })
    await settle()
    await startConnect(otherModal, { connectorId })
    expect(await again).toMatchObject({ chainId: 31_337 })
    expect(readWagmi(other)).toEqual({ address: first, chainId: 31_337, status: 'connected' })
  })

  test('connect() rejects when the modal is destroyed', async () => {
    const { config, modal } = pages.load()
    const connecting = connect(config, { connector: config.connectors[0] })
    await settle()
    modal.destroy()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    expect(readWagmi(config)).toEqual(disconnected)
  })

  test('disconnect() disconnects the modal and the wallet', async () => {
    const { config, modal, wallet } = await pages.loadConnected()
    await disconnect(config)
    expect(getModalConnection(modal.getState(), 'eip155')).toBeUndefined()
    expect(wallet.isConnected).toBe(false)
    expect(readWagmi(config)).toEqual(disconnected)
  })

  test('disconnect() rejects if the wallet fails to revoke its permission, but disconnects both', async () => {
    const { config, modal, wallet } = await pages.loadConnected()
    wallet.script({ methods: { wallet_revokePermissions: { kind: 'throw', value: { code: -32_603 } } } })
    await expect(disconnect(config)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect(getModalConnection(modal.getState(), 'eip155')).toBeUndefined()
    expect(readWagmi(config)).toEqual(disconnected)
  })

  test('connect() works repeatedly after disconnect()', async () => {
    const { config, modal } = await pages.loadConnected()
    for (let turn = 0; turn < 3; turn++) {
      await disconnect(config)
      expect(readWagmi(config)).toEqual(disconnected)
      const connecting = connect(config, { connector: config.connectors[0] })
      await settle()
      await startConnect(modal, { connectorId })
      await connecting
      expect(readWagmi(config)).toMatchObject({ address: first, status: 'connected' })
    }
  })

  test('switchChain() switches the wallet and the modal', async () => {
    const { config, modal, wallet } = await pages.loadConnected()
    expect(await switchChain(config, { chainId: 31_338 })).toMatchObject({ id: 31_338 })
    expect(wallet.chainId).toBe(31_338)
    expect(getCaipNetworkId(modal.getState(), 'eip155')).toBe('eip155:31338')
    expect(readWagmi(config)).toMatchObject({ chainId: 31_338 })
  })

  test('switchChain() rejects with the error of the modal and keeps the chain', async () => {
    const { config, wallet } = await pages.loadConnected()
    wallet.script({ methods: { wallet_switchEthereumChain: { kind: 'reject' } } })
    await expect(switchChain(config, { chainId: 31_338 })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(switchChain(config, { chainId: 5 })).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
    expect(readWagmi(config)).toMatchObject({ chainId: 31_337 })
  })

  test('switchChain() without a wallet switches the network of the modal', async () => {
    const { config, modal } = pages.load()
    modal.start()
    await switchChain(config, { chainId: 31_338 })
    await settle()
    expect(getCaipNetworkId(modal.getState(), 'eip155')).toBe('eip155:31338')
  })
})

describe('the wallet through wagmi', () => {
  test('signs messages and typed data that verify', async () => {
    const { config } = await pages.loadConnected()
    const signature = await signMessage(config, { message: 'Hello' })
    expect(await verifyMessage({ address: first, message: 'Hello', signature })).toBe(true)
    const typedData = {
      domain: { name: 'Test', chainId: 31_337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'Hello' },
    } as const
    const typed = await signTypedData(config, typedData)
    expect(await verifyTypedData({ ...typedData, address: first, signature: typed })).toBe(true)
  })

  test('sends a transaction that is mined, and reads through the networks of the modal', async () => {
    const { config } = await pages.loadConnected()
    const before = await getBalance(config, { address: second })
    const hash = await sendTransaction(config, { to: second, value: 5n })
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'success', chainId: 31_337 })
    expect((await getBalance(config, { address: second })).value - before.value).toBe(5n)
  })

  test('is the provider of the modal’s connection', async () => {
    const { config, wallet } = await pages.loadConnected()
    expect(await config.connectors[0].getProvider()).toBe(wallet.provider)
    const client = await getConnectorClient(config)
    expect(client.account.address).toBe(first)
  })

  test('is not available without a connection', async () => {
    const { config } = pages.load()
    await expect(config.connectors[0].getProvider()).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(config.connectors[0].getAccounts()).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(signMessage(config, { message: 'x' })).rejects.toThrow()
  })
})
