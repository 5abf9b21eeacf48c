import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPaymentMethods, type PaymentCheck } from './options.js'
import { defaultPaymentCurrency } from './state.js'

const check = (paymentAmount?: string): PaymentCheck =>
  getPaymentMethods({ enteredAmount: 'payment', paymentAmount, paymentCurrency: defaultPaymentCurrency })
const both = ['card', 'ach_bank_account']

test.each([
  ['9.99', 'tooSmall', []],
  ['10', undefined, both],
  ['10.00', undefined, both],
  ['7500.00', undefined, both],
  ['7500.01', undefined, ['ach_bank_account']],
  ['25000', undefined, ['ach_bank_account']],
  ['25000.01', 'tooLarge', []],
])('[S9.4] the payment amount %s USD has the error: %s', (amount, error, methods) => {
  expect(check(amount)).toEqual({ error, methods, min: '10.00', max: '25000.00' })
})

test.each(['1e3', '1,5', '-20', '+20', '0', '0.00', '20.001', '١٢٣', 'NaN', 'Infinity', '0x14', '9'.repeat(80), '2 0'])(
  '%s is an invalid amount',
  (amount) => {
    expect(check(amount)).toMatchObject({ error: 'invalid', methods: [] })
  },
)

test.each([undefined, '', '  '])('%o is an empty amount', (amount) => {
  expect(check(amount)).toMatchObject({ error: 'empty', methods: [] })
})

test('a currency without limits accepts any amount', () => {
  const paymentCurrency = { id: 'CHF', payment_method_limits: [] }
  expect(getPaymentMethods({ enteredAmount: 'payment', paymentAmount: '1', paymentCurrency })).toEqual({ methods: [] })
})

describe('an amount to receive', () => {
  const checkPurchase = (purchaseAmount?: string, paymentAmount?: string): PaymentCheck =>
    getPaymentMethods({
      enteredAmount: 'purchase',
      purchaseAmount,
      paymentAmount,
      paymentCurrency: defaultPaymentCurrency,
    })

  test.each([
    [undefined, undefined, []],
    ['9.99', 'tooSmall', []],
    ['10.00', undefined, both],
    ['7500.01', undefined, ['ach_bank_account']],
    ['25000.01', 'tooLarge', []],
  ])('is checked once a quote has its price: %s USD', (cost, error, methods) => {
    expect(checkPurchase('0.5', cost)).toEqual({ error, methods, min: '10.00', max: '25000.00' })
  })

  test.each([
    ['0.12345678', undefined],
    ['1000000', undefined],
    ['0.123456789', 'invalid'],
    ['1,5', 'invalid'],
    ['0', 'invalid'],
    // JSON numbers can’t represent these exactly or without an exponent
    ['0.00000001', 'invalid'],
    ['9007199254740993', 'invalid'],
    [' ', 'empty'],
    [undefined, 'empty'],
  ])('%s has the error: %s', (amount, error) => {
    expect(checkPurchase(amount).error).toBe(error)
  })
})

test('does not throw for any text', () => {
  assert(
    property(string(), (text) => {
      expect(check(text).methods).toBeInstanceOf(Array)
    }),
  )
})
