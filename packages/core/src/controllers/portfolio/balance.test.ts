import { expect, test, vi } from 'vitest'
import type { AdapterFeatures, Balance } from '../../contracts/features.js'
import { setActiveNamespace } from '../../modal/namespaces.js'
import { alice, bob } from '../../testing/accounts.js'
import { blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { mainnet, sepolia } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { connect } from '../connection/connect.js'
import { open } from '../shell/actions.js'
import { fetchBalance, watchBalance } from './balance.js'
import { getTokens } from './portfolio.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const image = 'https://img.example.org/usdc.png'

const tokens = { 'eip155:1': { address: usdc, image } } as const

const shown = { balance: '12.5', symbol: 'USDC' }

const native = { balance: '1.5', symbol: 'ETH' }

async function setUp(
  options: TestModalOptions = {},
  answer: Balance | Error = { value: 12_500_000n, decimals: 6, symbol: 'USDC' },
) {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createTestModal({ tokens, ...options })
  const asked: unknown[] = []
  Object.assign(world.evm.features, {
    'token:balance': async ({
      account,
      network,
      address,
    }: {
      account: unknown
      network: { caipNetworkId: string }
      address: string
    }) => {
      asked.push([account, network.caipNetworkId, address])
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  return { ...world, asked }
}

const shownBy = ({ modal }: TestModal) => {
  const { balance, balanceSymbol, balanceImage } = getAccount(modal.getState())
  return [balance, balanceSymbol, balanceImage]
}

test('[S3.20] tokens: shows the token’s balance in place of the native one, which is still available for sending', async () => {
  const world = await setUp()
  expect(await fetchBalance(world.modal)).toEqual({ ...native, token: { ...shown, image } })
  expect(world.asked).toEqual([[alice, 'eip155:1', usdc]])
  expect(shownBy(world)).toEqual(['12.5', 'USDC', image])
  expect(getTokens(world.modal.getState())).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '1.5' } }])
})

test('[S3.20] tokens: shows the native currency on a network without a configured token', async () => {
  const world = await setUp({ tokens: { 'eip155:10': { address: usdc } } })
  expect(await fetchBalance(world.modal)).toEqual(native)
  expect([shownBy(world), world.asked]).toEqual([['1.5', 'ETH', undefined], []])
})

test('shows a configured token on a testnet too', async () => {
  const wallets = [createTestWallet({ caipNetworkId: sepolia.caipNetworkId })]
  const world = await setUp({
    wallets,
    networks: [mainnet, sepolia],
    tokens: { [sepolia.caipNetworkId]: { address: usdc } },
  })
  expect(await fetchBalance(world.modal)).toMatchObject({ balance: '0.00', token: shown })
})

test('error: BALANCE_UNAVAILABLE if the token can’t be read, without falling back to the native currency', async () => {
  const world = await setUp({}, new Error('node is down'))
  expect(await fetchBalance(world.modal)).toBeUndefined()
  expect(world.modal.getState().namespaces.eip155?.balance.status).toBe('failed')
  expect(world.modal.getState().toast?.message).toEqual({ code: 'BALANCE_UNAVAILABLE' })
})

test('error: FEATURE_NOT_SUPPORTED as the cause if the adapter can’t read tokens', async () => {
  const world = await setUp()
  Reflect.deleteProperty(world.evm.features, 'token:balance')
  await fetchBalance(world.modal)
  expect(vi.mocked(console.warn).mock.calls[0]?.[1]).toMatchObject({ cause: { code: 'FEATURE_NOT_SUPPORTED' } })
})

const held = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  price: 1,
  iconUrl: 'https://img.example.org/b.png',
  quantity: { decimals: '6', numeric: '12.5' },
}

const rows = (address: string) => [
  { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '1.5' } },
  { ...held, address: `eip155:1:${address}` },
]

// the browser never contacts its host
const shownIcon = `${blockchainApi}/v1/image?url=${encodeURIComponent(held.iconUrl)}&projectId=project-1`

test.each([
  ['with the image of the service', { address: usdc.toLowerCase() }, usdc, shownIcon, 0],
  ['with the image of the app', { address: usdc, image }, usdc, image, 0],
  ['or read from a node if the service does not list it', { address: usdc, image }, alice.address, image, 1],
])(
  'with a balance service, the token’s balance takes one service request, %s',
  async (_, token, listed, picture, count) => {
    const service = createBlockchainService(
      ({ path }) => path.endsWith('/balance') && { balances: rows(listed), nfts: [] },
    )
    const services = { blockchainApi }
    const world = await setUp({ services, projectId: 'project-1', env: service.env, tokens: { 'eip155:1': token } })
    await fetchBalance(world.modal)
    expect([shownBy(world), world.asked.length]).toEqual([['12.5', 'USDC', picture], count])
    expect(service.calls.filter(({ path }) => path.endsWith('/balance'))).toHaveLength(1)
  },
)

const connectorId = 'org.example.wallet'

test('fetches nothing without a watch', async () => {
  const { modal, evm, clock } = createTestModal()
  await connect(modal, { connectorId })
  open(modal)
  await clock.advance(600_000)
  expect(evm.balanceRequests).toEqual([])
})

test('a watch fetches at once and on account or network changes, until it stops', async () => {
  const { modal, evm, wallet } = createTestModal()
  await connect(modal, { connectorId })
  const stop = watchBalance(modal)
  await settle()
  expect(evm.balanceRequests).toHaveLength(1)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await settle()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
  await settle()
  expect(evm.balanceRequests.map(({ account, network }) => [account.address === bob.address, network.id])).toEqual([
    [false, 1],
    [true, 1],
    [true, 10],
  ])
  open(modal)
  stop()
  wallet.emit('change', { namespace: 'eip155', accounts: [alice] })
  await settle()
  expect(evm.balanceRequests).toHaveLength(3)
})

test('a watch fetches when a wallet connects later, even if the modal starts later', async () => {
  const { modal, evm } = createTestModal({ isStarted: false })
  watchBalance(modal)
  modal.start()
  await connect(modal, { connectorId })
  await settle()
  expect(evm.balanceRequests).toHaveLength(1)
})

test('a watch without a namespace follows the active one', async () => {
  const { modal, evm, sol: chain } = createTestModal()
  await connect(modal, { connectorId })
  await connect(modal, { connectorId: 'org.example.sol' })
  watchBalance(modal)
  await settle()
  setActiveNamespace(modal, 'eip155')
  await settle()
  expect([chain.balanceRequests.length, evm.balanceRequests.length]).toEqual([1, 1])
})

test('does not fetch on an unsupported network, but in other namespaces', async () => {
  const { modal, evm, sol: chain, wallet } = createTestModal()
  await connect(modal, { connectorId: 'org.example.sol' })
  wallet.caipNetworkId = 'eip155:999999'
  await connect(modal, { connectorId })
  watchBalance(modal)
  watchBalance(modal, 'solana')
  await settle()
  expect([evm.balanceRequests.length, chain.balanceRequests.length]).toEqual([0, 1])
  expect(modal.getState().toast).toBeUndefined()
})

test('two watches of one account share one request', async () => {
  const { modal, evm } = createTestModal()
  await connect(modal, { connectorId })
  watchBalance(modal)
  watchBalance(modal, 'eip155')
  await settle()
  expect(evm.balanceRequests).toHaveLength(1)
})

test('fetches again for each transaction that the adapter reports, until the watch stops', async () => {
  const { modal, evm, wallet } = createTestModal()
  const watches: Parameters<NonNullable<AdapterFeatures['activity:watch']>>[0][] = []
  Object.assign(evm.features, {
    'activity:watch': (request: (typeof watches)[number]) => {
      watches.push(request)
      return new Promise(() => undefined)
    },
  })
  await connect(modal, { connectorId })
  const stop = watchBalance(modal)
  await settle()
  watches[0]?.onActivity()
  await settle()
  expect(evm.balanceRequests).toHaveLength(2)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect(watches.map(({ account, signal }) => [account.address, signal.aborted])).toEqual([
    [alice.address, true],
    [bob.address, false],
  ])
  stop()
  expect(watches[1]?.signal.aborted).toBe(true)
  watchBalance(modal)
  modal.destroy()
  expect(watches[2]?.signal.aborted).toBe(true)
})
