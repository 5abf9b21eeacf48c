import { expect, test } from 'vitest'
import { blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { fetchOnRampQuote } from './onramp.js'
import type { OnRampQuote } from './types.js'

const quote: OnRampQuote = {
  networkFee: { amount: '0.52', currency: 'USD' },
  paymentSubtotal: { amount: '98.00', currency: 'USD' },
  paymentTotal: { amount: '100', currency: 'USD' },
  purchaseAmount: { amount: '97.48', currency: 'USDC' },
  quoteId: 'q-1',
}

function fetchOf(
  reply: unknown,
  amount: { readonly amount: string } | { readonly purchaseAmount: string } = { amount: '100' },
): Promise<OnRampQuote> {
  const { env } = createBlockchainService(({ path }) => path === '/v1/onramp/quote' && reply)
  const { modal } = createTestModal({ services: { blockchainApi }, projectId: 'project-1', env })
  const order = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', network: 'ethereum', ...amount }
  return fetchOnRampQuote(modal, { ...order, signal: new AbortController().signal })
}

test('[S3.14] a quote has fee, subtotal, total and purchase amount, each with a currency, and an id', async () => {
  expect(await fetchOf(quote)).toEqual(quote)
})

test.each<[string, object, Partial<OnRampQuote>]>([
  ['amounts as numbers', { paymentTotal: { amount: 100, currency: 'USD' } }, {}],
  ['a negative fee', { networkFee: { amount: '-1', currency: 'USD' } }, { networkFee: undefined }],
  ['a total that is a plain string', { paymentTotal: '100' }, { paymentTotal: undefined }],
  ['no id', { quoteId: null }, { quoteId: undefined }],
  ['unknown fields', { isBest: true }, {}],
])('[S3.14] parses a quote with %s', async (_, change, changed) => {
  expect(await fetchOf({ ...quote, ...change })).toEqual({ ...quote, ...changed })
})

test.each([undefined, null, '97.48', { currency: 'USDC' }, { amount: '-1', currency: 'USDC' }, { amount: 'NaN' }])(
  '[S3.14] rejects a quote without a valid purchase amount: %j',
  async (purchaseAmount) => {
    await expect(fetchOf({ ...quote, purchaseAmount })).rejects.toMatchObject({
      code: 'INVALID_REPLY',
      details: expect.stringContaining('"purchaseAmount"'),
    })
  },
)

test('a quote for an amount to receive must have a total, and be for no less', async () => {
  expect(await fetchOf(quote, { purchaseAmount: '97.480' })).toEqual(quote)
  await expect(fetchOf({ ...quote, paymentTotal: undefined }, { purchaseAmount: '97.48' })).rejects.toMatchObject({
    code: 'INVALID_REPLY',
    details: expect.stringContaining('"paymentTotal"'),
  })
  await expect(fetchOf(quote, { purchaseAmount: '97.4801' })).rejects.toMatchObject({
    code: 'INVALID_REPLY',
    details: expect.stringContaining('"purchaseAmount"'),
  })
})
