import { expect, test } from 'vitest'
import type { ChainAdapter } from '../../contracts/adapter.js'
import type { FeatureRequest } from '../../contracts/features.js'
import { timeouts } from '../../modal/timeouts.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { mainnet, unknownId } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { estimateGas } from './network.js'
import { getProvider, sendTransaction, signMessage, signTypedData } from './wallet.js'

const connectorId = 'org.example.wallet'

const transaction = { to: bob.address } as never

async function setUp(): Promise<TestModal> {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['sign'] })] })
  await connect(world.modal, { connectorId: 'org.example.sol' })
  await connect(world.modal, { connectorId })
  return world
}

test('the wallet of the active namespace signs', async () => {
  const { modal, wallet } = await setUp()
  const signing = signMessage(modal, { message: 'hello' })
  wallet.last('sign').approve()
  expect(await signing).toBe(`0xsigned:${alice.address}`)
})

test('a request with a namespace goes to that namespace’s wallet only', async () => {
  const { modal, wallet } = await setUp()
  expect(await signMessage(modal, { message: 'hello', namespace: 'solana' })).toBe(`0xsigned:${sol.address}`)
  expect(wallet.count('sign')).toBe(0)
})

test('passes the connection’s account and network and the unchanged message to the wallet', async () => {
  const { modal, wallet } = await setUp()
  const asked: FeatureRequest[] = []
  Object.assign(wallet.connector.features, {
    'message:sign': async (request: FeatureRequest) => String(asked.push(request)),
  })
  const message = new Uint8Array([1, 2, 3])
  await signMessage(modal, { message })
  expect(asked[0]).toEqual({ message, account: alice, network: mainnet, signal: expect.any(AbortSignal) })
})

test('two requests run in parallel', async () => {
  const { modal, wallet } = await setUp()
  const both = [signMessage(modal, { message: '1' }), signMessage(modal, { message: '2' })]
  expect(wallet.requests.filter(({ action }) => action === 'sign').map(({ signal }) => signal.aborted)).toEqual([
    false,
    false,
  ])
  for (const request of wallet.requests.filter(({ action }) => action === 'sign')) request.approve()
  expect(await Promise.all(both)).toHaveLength(2)
})

test('error: USER_REJECTED for a rejection, CONNECTOR_FAILED for other failures, each with the cause', async () => {
  const { modal, wallet } = await setUp()
  for (const [cause, code] of [
    [rejection, 'USER_REJECTED'],
    [new Error('rejected by user'), 'CONNECTOR_FAILED'],
  ]) {
    const signing = signMessage(modal, { message: 'x' })
    wallet.last('sign').reject(cause)
    await expect(signing).rejects.toMatchObject({ code, cause })
  }
})

test('error: TIMED_OUT if the wallet does not respond, ABORTED by the caller’s signal', async () => {
  const { modal, clock } = await setUp()
  const timed = expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await clock.advance(timeouts.approval)
  await timed
  const controller = new AbortController()
  const ended = expect(signMessage(modal, { message: 'x', signal: controller.signal })).rejects.toMatchObject({
    code: 'ABORTED',
  })
  controller.abort()
  await ended
  expect(clock.pending()).toBe(0)
})

test('[S8.41] error: wallet requests before start reject with "No ConnectionController client found"', async () => {
  const { modal } = createTestModal({ isStarted: false })
  const refused = { code: 'NOT_STARTED', shortMessage: 'No ConnectionController client found' }
  await expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject(refused)
  await expect(sendTransaction(modal, { transaction })).rejects.toMatchObject(refused)
  await expect(estimateGas(modal, { transaction })).rejects.toMatchObject(refused)
  await expect(getProvider(modal)).rejects.toMatchObject(refused)
})

test('error: NOT_CONNECTED without a connection', async () => {
  const { modal } = createTestModal()
  await expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(getProvider(modal, 'solana')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('error: FEATURE_NOT_SUPPORTED names the feature that the wallet or adapter lacks', async () => {
  const { modal } = await setUp()
  await expect(sendTransaction(modal, { transaction })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    shortMessage: 'Example Wallet does not support "transaction:send".',
  })
  const typedData = {} as never
  await expect(signTypedData(modal, { typedData })).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  await expect(estimateGas(modal, { transaction })).rejects.toMatchObject({
    shortMessage: 'The eip155 adapter does not support "gas:estimate".',
  })
})

test('error: CONNECTOR_NOT_FOUND if the wallet is no longer on the page', async () => {
  const { modal, evm, wallet } = await setUp()
  evm.withdraw(wallet.connector)
  await expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject({ code: 'CONNECTOR_NOT_FOUND' })
})

test('error: NETWORK_NOT_FOUND on an unknown network, without a wallet request', async () => {
  const { modal, wallet } = await setUp()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: unknownId })
  await expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
  expect(wallet.count('sign')).toBe(0)
})

test('the adapter estimates gas', async () => {
  const wallet = createTestWallet()
  const asked: unknown[] = []
  const { plugin } = createTestChain({
    namespace: 'eip155',
    networks: [mainnet],
    connectors: [wallet.connector],
    features: {
      'gas:estimate': async (request) => {
        asked.push(request)
        return 21_000n
      },
    },
  })
  const adapters: readonly ChainAdapter[] = [plugin]
  const { modal } = createTestModal({ adapters })
  await connect(modal, { connectorId })
  expect(await estimateGas(modal, { transaction })).toBe(21_000n)
  expect(asked).toEqual([{ account: alice, network: mainnet, transaction, signal: expect.any(AbortSignal) }])
})

test('returns the connected wallet’s own provider', async () => {
  const { modal, wallet, solWallet } = await setUp()
  expect(await getProvider(modal)).toBe(wallet)
  expect(await getProvider(modal, 'solana')).toBe(solWallet)
})

test('error: ABORTED if the modal is destroyed; a late rejection changes nothing', async () => {
  const { modal, wallet } = await setUp()
  const signing = expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject({ code: 'ABORTED' })
  modal.destroy()
  await signing
  wallet.last('sign').reject(new Error('late'))
  await settle()
  expect(modal.getState().status).toBe('destroyed')
})
