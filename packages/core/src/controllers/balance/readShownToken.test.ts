import { expect, test, vi } from 'vitest'
import type { Balance } from '../../contracts/features.js'
import { alice } from '../../testing/accounts.js'
import { blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { mainnet, sepolia } from '../../testing/networks.js'
import { getAccount } from '../account/account.js'
import { connect } from '../connection/connect.js'
import { fetchBalance } from '../portfolio/balance.js'
import { getTokens } from '../portfolio/portfolio.js'

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

test('[S3.20] tokens: what the account has of the token shows in place of the native currency, of which sending still knows', async () => {
  const world = await setUp()
  expect(await fetchBalance(world.modal)).toEqual({ ...native, token: { ...shown, image } })
  expect(world.asked).toEqual([[alice, 'eip155:1', usdc]])
  expect(shownBy(world)).toEqual(['12.5', 'USDC', image])
  expect(getTokens(world.modal.getState())).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '1.5' } }])
})

test('[S3.20] tokens: a network without one shows its native currency', async () => {
  const world = await setUp({ tokens: { 'eip155:10': { address: usdc } } })
  expect(await fetchBalance(world.modal)).toEqual(native)
  expect([shownBy(world), world.asked]).toEqual([['1.5', 'ETH', undefined], []])
})

test('of a test network the token is read, as its amounts mean what they say', async () => {
  const wallets = [createTestWallet({ caipNetworkId: sepolia.caipNetworkId })]
  const world = await setUp({
    wallets,
    networks: [mainnet, sepolia],
    tokens: { [sepolia.caipNetworkId]: { address: usdc } },
  })
  expect(await fetchBalance(world.modal)).toMatchObject({ balance: '0.00', token: shown })
})

test('a token that cannot be read is a balance that cannot be: never that of another currency', async () => {
  const world = await setUp({}, new Error('node is down'))
  expect(await fetchBalance(world.modal)).toBeUndefined()
  expect(world.modal.getState().namespaces.eip155?.balance.status).toBe('failed')
  expect(world.modal.getState().toast?.message).toEqual({ code: 'BALANCE_UNAVAILABLE' })
})

test('an adapter that knows no tokens is a failure with a name', async () => {
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

// its host is never contacted by the browser
const shownIcon = `${blockchainApi}/v1/image?url=${encodeURIComponent(held.iconUrl)}&projectId=project-1`

test.each([
  ['as it is known there, with its picture', { address: usdc.toLowerCase() }, usdc, shownIcon, 0],
  ['with the picture of the app', { address: usdc, image }, usdc, image, 0],
  ['and the nodes know it where the service does not', { address: usdc, image }, alice.address, image, 1],
])('with a service of balances the token is in the same answer, %s', async (_, token, listed, picture, count) => {
  const service = createBlockchainService(
    ({ path }) => path.endsWith('/balance') && { balances: rows(listed), nfts: [] },
  )
  const services = { blockchainApi }
  const world = await setUp({ services, projectId: 'project-1', env: service.env, tokens: { 'eip155:1': token } })
  await fetchBalance(world.modal)
  expect([shownBy(world), world.asked.length]).toEqual([['12.5', 'USDC', picture], count])
  expect(service.calls.filter(({ path }) => path.endsWith('/balance'))).toHaveLength(1)
})
