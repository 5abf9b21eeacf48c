import { expect, test } from 'vitest'
import { toProviderUrl } from './purchase.js'

const url = 'https://provider.example/buy?from=gateway'
const meld = { name: 'meld', label: 'Meld', publicKey: 'pk_1' }
const paramsOf = (...request: Parameters<typeof toProviderUrl>): object =>
  Object.fromEntries(new URL(toProviderUrl(...request)).searchParams)

test('[S4.27] adds key, currency, address and project to the URL of meld', () => {
  const evm = { provider: meld, namespace: 'eip155', address: '0xA1' } as const
  expect(paramsOf({ url, purchase: evm, projectId: 'shop' })).toEqual({
    from: 'gateway',
    publicKey: 'pk_1',
    destinationCurrencyCode: 'USDC',
    walletAddress: '0xA1',
    externalCustomerId: 'shop',
  })
  const solana = { provider: meld, namespace: 'solana', address: '7Ec&x=1' } as const
  expect(paramsOf({ url, purchase: solana, projectId: undefined })).toEqual({
    from: 'gateway',
    publicKey: 'pk_1',
    destinationCurrencyCode: 'SOL',
    walletAddress: '7Ec&x=1',
  })
})

test('leaves the URLs of other providers unchanged', () => {
  const purchase = { provider: { name: 'sandbox', label: 'S' }, namespace: 'eip155', address: '0xA1' } as const
  expect(toProviderUrl({ url, purchase, projectId: 'shop' })).toBe(url)
})
