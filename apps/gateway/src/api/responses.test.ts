import { devAccount, devPrivateKey, worldTokens } from '@latchkey/devnet'
import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nativeToken } from '../chains/config.js'
import { eventHeaders, signEvent } from '../onramp/signing.js'
import type { RunningGateway } from '../startGateway.js'
import { endpoints, findEndpoint } from '../test/endpoints.js'
import { callNode } from '../test/localCalls.js'
import { type Acts, ask, startActs } from '../test/world.js'

const chainId = 'eip155:31337'
const alice = privateKeyToAccount(devPrivateKey(0))
const account = `${chainId}:${alice.address}`
const usdc = `${chainId}:${worldTokens.USDC.address}`
const native = `${chainId}:${nativeToken}`
const operatorToken = 'the-token-of-the-operator'
const secret = 'a secret of the provider and of the gateway'
const origin = 'https://app.example'

let acts: Acts
let gateway: RunningGateway
const confirmed = new Set<string>()

beforeAll(async () => {
  acts = await startActs()
  gateway = await acts.startGateway({
    operatorToken,
    projects: { shop: { features: [{ id: 'onramp', isEnabled: true, config: ['sandbox'] }] } },
    onramp: { providers: [{ name: 'sandbox', label: 'Sandbox', url: 'https://pay.example', secret }] },
  })
})
afterAll(() => acts?.stop())

/** Sends a request that has to succeed. `ask` compares the response with the endpoint's schema. */
async function call<body>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<body> {
  const reply = await ask(gateway, path, body, headers)
  const endpoint = findEndpoint(body === undefined ? 'GET' : 'POST', path)
  expect([path, reply.status]).toEqual([path, endpoint?.status ?? 200])
  confirmed.add(`${endpoint?.method} ${endpoint?.path}`)
  return reply.body as body
}

const query = (values: Readonly<Record<string, string>>): string => String(new URLSearchParams(values))

test('responses about wallets, the gateway and projects match the declared API', async () => {
  await call('/getWallets?entries=100')
  await call('/health', undefined, { authorization: `Bearer ${operatorToken}` })
  await call('/openapi.json')
  await call('/ready')
  await call('/v1/supported-chains')
  for (const path of ['config', 'origins', 'analytics-config']) await call(`/v1/${path}?projectId=shop`)
  const props = { type: 'error', event: 'INTERNAL_SDK_ERROR' }
  await call('/e?projectId=shop', { eventId: 'a', url: origin, domain: 'app.example', timestamp: 1, props })
})

test('responses about accounts match the declared API', async () => {
  const transfer = { from: devAccount(4).address, to: alice.address, value: '0x1' }
  await callNode(acts.devnet.chains[0].rpcUrl, 'eth_sendTransaction', transfer)
  await call(`/v1/account/${alice.address}/balance?chainId=${chainId}`)
  await vi.waitFor(async () => {
    const { data } = await call<{ data: readonly object[] }>(`/v1/account/${alice.address}/history`)
    expect(data).not.toEqual([])
  }, 20_000)
})

test('responses about swaps match the declared API', async () => {
  const trade = { from: native, to: usdc, userAddress: account, amount: String(parseEther('1')) }
  await call(`/v1/convert/quotes?${query(trade)}`)
  await call(`/v1/convert/tokens?${query({ chainId })}`)
  await call(`/v1/convert/gas-price?${query({ chainId })}`)
  await call(`/v1/convert/allowance?${query({ tokenAddress: usdc, userAddress: account })}`)
  await call(`/v1/convert/build-approve?${query({ ...trade, from: usdc, to: native, amount: '1' })}`)
  await call('/v1/convert/build-transaction', trade)
  await call('/v1/fungible/price', { addresses: [native, usdc] })
})

test('responses about purchases match the declared API', async () => {
  await call('/v1/onramp/options')
  await call('/v1/onramp/quote', { purchaseCurrency: 'ETH', amount: '100' })
  const purchase = { destinationWallets: [{ address: alice.address }], defaultNetwork: chainId, presetFiatAmount: 100 }
  const { orderId } = await call<{ orderId: string }>('/v1/generators/onrampurl', purchase)
  const event = { id: 'report', order: orderId, status: 'paid', hash: '0x01' } as const
  const time = String(acts.clock.now)
  const headers = { [eventHeaders.time]: time, [eventHeaders.signature]: signEvent({ secret, event, time }) }
  await call('/v1/onramp/webhooks/sandbox', event, headers)
  expect(await call(`/v1/onramp/orders/${orderId}`)).toEqual({ status: 'paid', hash: '0x01' })
})

test('responses about names match the declared API', async () => {
  const timestamp = Math.floor(acts.clock.now / 1_000)
  const times = { timestamp, expiresAt: timestamp + 300 }
  const attributes = { avatar: 'https://images.example/alice.png', bio: 'Hello' }
  const message = JSON.stringify({ name: 'alice', attributes, domain: origin, chainId, ...times })
  const signature = await alice.signMessage({ message })
  const body = { coin_type: 0x8000_0000 + 31_337, address: alice.address, message, signature }
  await call('/v1/profile/account', body, { origin })
  await call('/v1/profile/account/alice')
  await call(`/v1/profile/reverse/${alice.address}`)
  await call('/v1/profile/suggestions/alice')
  await call(`/v1/identity/${alice.address}`)
})

test('responses about sessions match the declared API', async () => {
  const path = `/v1/sessions/${encodeURIComponent(account)}`
  const { pci } = await call<{ pci: string }>(path, {
    expiry: Math.floor(acts.clock.now / 1_000) + 3_600,
    signer: { type: 'keys', data: { ids: ['did:key:z'] } },
    permissions: [{ type: 'contract-call' }],
    project: { id: 'shop', name: 'Shop', url: origin },
  })
  const sign = (action: string): Promise<string> =>
    alice.signMessage({ message: `${action} session ${pci} of ${account.toLowerCase()}` })
  await call(`${path}/activate`, { pci, context: '0x01', signature: await sign('Activate') })
  await call(`${path}/revoke`, { pci, signature: await sign('Revoke') })
  const { pcis } = await call<{ pcis: readonly object[] }>(path)
  expect(pcis).toHaveLength(1)
})

test('every JSON response of the API was compared with its schema', () => {
  const declared = endpoints.filter(({ response }) => typeof response !== 'string')
  expect([...confirmed].sort()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).sort())
})
