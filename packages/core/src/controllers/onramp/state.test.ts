import { describe, expect, test } from 'vitest'
import {
  defaultPaymentCurrency,
  defaultPurchaseCurrency,
  initialOnRamp,
  type OnRampEvent,
  type OnRampState,
  reduceOnRamp,
  sampleOptions,
  toSampleQuote,
} from './state.js'

const provider = { name: 'sandbox', label: 'Sandbox' }

const ether = { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] }

const options = {
  purchaseCurrencies: [ether, defaultPurchaseCurrency],
  paymentCurrencies: [defaultPaymentCurrency],
  providers: [provider],
}

const quote = toSampleQuote({ amount: '100', paymentCurrency: 'USD', purchaseCurrency: 'USDC' })

const error = { code: 'SERVER_ERROR', message: 'Server Error' } as const

const purchase = {
  provider,
  namespace: 'eip155',
  address: '0x1',
  caipNetworkId: 'eip155:1',
  symbol: 'USDC',
  isBlocked: false,
  isWatched: false,
} as const

const after = (...events: readonly OnRampEvent[]): OnRampState => events.reduce(reduceOnRamp, initialOnRamp)

const listed: OnRampEvent = { type: 'listed', options, isSample: false }

const chosen = [
  listed,
  { type: 'providerChosen', provider },
  { type: 'paymentAmountChanged', amount: '100' },
  { type: 'quoteAsked' },
] as const

const waiting = [
  ...chosen,
  { type: 'quoted', quote, isSample: false },
  { type: 'purchaseStarted', purchase },
  { type: 'pageKnown', url: 'https://pay.example/', isWatched: true },
] as const

test('[S3.13] starts with default currencies and no amount, and applies the options, choices and quote', () => {
  expect(after()).toMatchObject({
    providers: [],
    purchaseCurrency: defaultPurchaseCurrency,
    paymentCurrency: defaultPaymentCurrency,
    purchaseCurrencies: [defaultPurchaseCurrency],
    quotesLoading: false,
  })
  expect(after(...chosen, { type: 'quoted', quote, isSample: false })).toMatchObject({
    providers: [provider],
    selectedProvider: provider,
    purchaseCurrencies: [ether, defaultPurchaseCurrency],
    paymentCurrencies: [defaultPaymentCurrency],
    paymentAmount: '100',
    purchaseAmount: '100',
    quotesLoading: false,
  })
  expect(after(listed, { type: 'failed', error }).error).toBe(error)
})

test('[S3.11] the default is a stablecoin pegged to USD, on Ethereum and Polygon', () => {
  const { symbol, networks } = initialOnRamp.purchaseCurrency
  expect([symbol, networks.map(({ display_name, chain_id }) => [display_name, chain_id])]).toEqual([
    'USDC',
    [
      ['Ethereum', '1'],
      ['Polygon', '137'],
    ],
  ])
})

test('[S3.10] a currency has an id, a name, a symbol and networks with their chain and contract', () => {
  expect(initialOnRamp.purchaseCurrency).toEqual({
    id: expect.any(String),
    name: expect.any(String),
    symbol: expect.any(String),
    networks: expect.arrayContaining([
      {
        name: expect.any(String),
        display_name: expect.any(String),
        chain_id: expect.any(String),
        contract_address: expect.stringMatching(/^0x/),
      },
    ]),
  })
})

test('[S3.12] [S9.4] the default payment currency is USD, by card or bank account with limits; EUR has the same', () => {
  const limits = [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ]
  expect(initialOnRamp.paymentCurrency).toEqual({ id: 'USD', payment_method_limits: limits })
  expect(initialOnRamp.paymentCurrencies.map(({ id, payment_method_limits }) => [id, payment_method_limits])).toEqual([
    ['USD', limits],
    ['EUR', limits],
  ])
})

describe('a quote', () => {
  test.each<[string, OnRampEvent]>([
    ['another provider', { type: 'providerChosen', provider: { name: 'other', label: 'Other' } }],
    ['another amount', { type: 'paymentAmountChanged', amount: '200' }],
    ['another currency', { type: 'purchaseCurrencyChosen', currency: ether }],
    ['another payment currency', { type: 'paymentCurrencyChosen', currency: { id: 'EUR', payment_method_limits: [] } }],
    ['a failure', { type: 'failed', error }],
  ])('is dropped after %s', (_, event) => {
    const state = after(...chosen, { type: 'quoted', quote, isSample: true }, event)
    expect(state).toMatchObject({ quote: undefined, purchaseAmount: undefined, isSample: false, quotesLoading: false })
  })

  test('fills in the amount that the user has not entered, which is cleared together with the quote', () => {
    const costs = { ...quote, paymentTotal: { amount: '102.50', currency: 'USD' } }
    const receive: OnRampEvent = { type: 'purchaseAmountChanged', amount: '100.0' }
    const quoted = after(...chosen, receive, { type: 'quoted', quote: costs, isSample: false })
    expect(quoted).toMatchObject({ enteredAmount: 'purchase', purchaseAmount: '100.0', paymentAmount: '102.50' })
    const other = reduceOnRamp(quoted, { type: 'purchaseCurrencyChosen', currency: ether })
    expect(other).toMatchObject({ purchaseAmount: '100.0', paymentAmount: undefined, quote: undefined })
    const pay = reduceOnRamp(quoted, { type: 'paymentAmountChanged', amount: '50' })
    expect(pay).toMatchObject({ enteredAmount: 'payment', paymentAmount: '50', purchaseAmount: undefined })
  })

  test('is a sample if it is marked as one or if the currencies are samples', () => {
    expect(after(...chosen, { type: 'quoted', quote, isSample: true }).isSample).toBe(true)
    const sample: OnRampEvent = { type: 'listed', options: sampleOptions, isSample: true }
    expect(after(sample, { type: 'quoteAsked' }, { type: 'quoted', quote, isSample: false }).isSample).toBe(true)
  })
})

test('keeps the choices that are still offered', () => {
  const again: OnRampEvent = { type: 'listed', options: { ...options, purchaseCurrencies: [ether] }, isSample: false }
  const state = after(...chosen, { type: 'opened' }, again)
  expect(state).toMatchObject({ step: 'choosing', selectedProvider: provider, purchaseCurrency: ether })
  const without: OnRampEvent = { type: 'listed', options: sampleOptions, isSample: true }
  expect(after(...chosen, { type: 'opened' }, without).selectedProvider).toBeUndefined()
})

test('[S4.26] reset restores the defaults', () => {
  expect(after(...waiting, { type: 'reset' })).toBe(initialOnRamp)
})

describe('a purchase', () => {
  test.each<[string, readonly OnRampEvent[], OnRampState['step']]>([
    ['waits for the provider', [], 'waiting'],
    ['is done when the funds are received', [{ type: 'received' }], 'received'],
    ['can be overdue', [{ type: 'overdue' }], 'overdue'],
    ['is not overdue once it is done', [{ type: 'received' }, { type: 'overdue' }], 'received'],
    ['can be ended', [{ type: 'purchaseEnded' }], 'choosing'],
    ['can start again', [{ type: 'overdue' }, { type: 'purchaseStarted', purchase }], 'asking'],
    ['ends if the options are loaded again', [{ type: 'opened' }, listed, { type: 'received' }], 'choosing'],
    ['ignores a quote', [{ type: 'quoted', quote, isSample: true }], 'waiting'],
  ])('%s', (_, events, step) => {
    expect(after(...waiting, ...events).step).toBe(step)
  })

  test('stores an error, and keeps the purchase and the quote', () => {
    const failed = after(...waiting.slice(0, -1), { type: 'failed', error })
    expect(failed).toMatchObject({ step: 'asking', error, purchase, quote })
    expect(reduceOnRamp(failed, waiting[6])).toBe(failed)
  })
})
