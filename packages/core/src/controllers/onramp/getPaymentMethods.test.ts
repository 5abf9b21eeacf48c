import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { getPaymentMethods, type PaymentCheck } from './options.js'
import { defaultPaymentCurrency } from './state.js'

const check = (paymentAmount?: string): PaymentCheck =>
  getPaymentMethods({ paymentAmount, paymentCurrency: defaultPaymentCurrency })
const both = ['card', 'ach_bank_account']

test.each([
  ['9.99', 'tooSmall', []],
  ['10', undefined, both],
  ['10.00', undefined, both],
  ['7500.00', undefined, both],
  ['7500.01', undefined, ['ach_bank_account']],
  ['25000', undefined, ['ach_bank_account']],
  ['25000.01', 'tooLarge', []],
])('[S9.4] %s USD: %s', (amount, error, methods) => {
  expect(check(amount)).toEqual({ error, methods, min: '10.00', max: '25000.00' })
})

test.each(['1e3', '1,5', '-20', '+20', '0', '0.00', '20.001', '١٢٣', 'NaN', 'Infinity', '0x14', '9'.repeat(80), '2 0'])(
  '%s is no amount that can be paid',
  (amount) => {
    expect(check(amount)).toMatchObject({ error: 'invalid', methods: [] })
  },
)

test.each([undefined, '', '  '])('%o is none yet', (amount) => {
  expect(check(amount)).toMatchObject({ error: 'empty', methods: [] })
})

test('a currency without limits takes any amount', () => {
  expect(getPaymentMethods({ paymentAmount: '1', paymentCurrency: { id: 'CHF', payment_method_limits: [] } })).toEqual({
    methods: [],
  })
})

test('no text makes it throw', () => {
  assert(
    property(string(), (text) => {
      expect(check(text).methods).toBeInstanceOf(Array)
    }),
  )
})
