import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { internals } from '../../modal/modal.js'
import { alice } from '../../testing/accounts.js'
import { createMoneyServer, createMoneyWorld, type MoneyWorld } from '../../testing/createMoneyWorld.js'
import {
  resetOnRamp,
  setOnRampCurrency,
  setOnRampProvider,
  setPaymentAmount,
  setPurchaseAmount,
  startOnRamp,
} from './form.js'
import { fetchPurchaseQuote } from './quote.js'
import { initialOnRamp, type OnRampState, onRampDelays } from './state.js'

const { server, asked, at } = createMoneyServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => void asked.splice(0))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const options = {
  purchaseCurrencies: [
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: 'eip155:1' }] },
    { id: 'OPT', name: 'Opt', symbol: 'OPT', networks: [{ name: 'op', chain_id: '10', contract_address: '0xA' }] },
    {
      id: 'SOL',
      name: 'Sol',
      symbol: 'SOL',
      networks: [{ name: 'solana', chain_id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    },
    { id: 'POL', name: 'Pol', symbol: 'POL', networks: [{ name: 'polygon', chain_id: '137' }] },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '5.00', max: '500.00' }] },
    { id: 'CHF' },
  ],
  providers: [
    { name: 'meld', label: 'Meld', feeRange: '1-2%', publicKey: 'pk' },
    { name: 'sandbox', label: 'Sandbox' },
  ],
}
const quote = (amount: string) => ({
  networkFee: { amount: '0.50', currency: 'USD' },
  paymentSubtotal: { amount: '99.50', currency: 'USD' },
  paymentTotal: { amount: '100', currency: 'USD' },
  purchaseAmount: { amount, currency: 'ETH' },
  quoteId: 'q1',
})
const state = ({ modal }: MoneyWorld): OnRampState => modal.getState().onramp ?? initialOnRamp
const ids = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id)
const serve = (): void => server.use(at.get('/v1/onramp/options', () => HttpResponse.json(options)))
const answerQuote = (answer: () => Response | Promise<Response>): void =>
  server.use(at.post('/v1/onramp/quote', answer as () => Response))

describe('the purchase options', () => {
  test('[S6.8] include currencies on the networks of the wallet’s namespace, on EVM and Solana', async () => {
    serve()
    const evm = await createMoneyWorld()
    await startOnRamp(evm.modal)
    expect([ids(state(evm).purchaseCurrencies), state(evm).step, state(evm).isSample]).toEqual([
      ['ETH', 'OPT'],
      'choosing',
      false,
    ])
    const sol = await createMoneyWorld({ connectorId: 'org.example.sol' })
    await startOnRamp(sol.modal)
    expect(ids(state(sol).purchaseCurrencies)).toEqual(['SOL'])
  })

  test('exclude currencies on networks where the smart account is not enabled', async () => {
    serve()
    const world = await createMoneyWorld()
    const accounts = [{ ...alice, type: 'smartAccount' }] as const
    world.wallet.emit('change', { namespace: 'eip155', accounts, smartAccountEnabledNetworks: [1] })
    await startOnRamp(world.modal)
    expect(ids(state(world).purchaseCurrencies)).toEqual(['ETH'])
  })

  test('include the service’s payment currencies with their limits', async () => {
    serve()
    const world = await createMoneyWorld()
    await startOnRamp(world.modal)
    expect(state(world).paymentCurrencies).toEqual([
      options.paymentCurrencies[0],
      { id: 'CHF', payment_method_limits: [] },
    ])
  })

  test.each([
    [true, ['meld', 'sandbox']],
    [['sandbox', 'gone'], ['sandbox']],
    [['meld', 7], []],
    ['meld', []],
    [[], []],
  ])('[S5.17] with the feature %o have the providers %o', async (onramp, names) => {
    serve()
    const world = await createMoneyWorld()
    const features = { ...world.modal.getState().features, onramp: onramp as boolean }
    world.modal[internals].store.setState((before) => ({ ...before, features }))
    await startOnRamp(world.modal)
    expect(state(world).providers.map(({ name }) => name)).toEqual(names)
  })

  test.each<[string, () => Response]>([
    ['a lost network', () => HttpResponse.error()],
    ['a status of 503', () => new HttpResponse('', { status: 503 })],
    ['a page of HTML', () => HttpResponse.html('<h1>Hello</h1>')],
    ['a truncated response', () => HttpResponse.text('{"purchaseCurrencies": [')],
    ['an unexpected response body', () => HttpResponse.json({ ok: true })],
  ])('[S8.56] are a sample without providers after %s', async (_, answer) => {
    server.use(at.get('/v1/onramp/options', answer))
    const world = await createMoneyWorld()
    await startOnRamp(world.modal)
    expect(state(world)).toMatchObject({ step: 'choosing', isSample: true, providers: [], error: undefined })
    expect(ids(state(world).purchaseCurrencies)).toEqual(['USDC'])
  })

  test('fail with the service’s reason if it rejects the request, and can be retried', async () => {
    const body = { error: { code: 'NOT_HERE', message: 'Not in your country' } }
    server.use(at.get('/v1/onramp/options', () => HttpResponse.json(body, { status: 403 })))
    const world = await createMoneyWorld()
    await startOnRamp(world.modal)
    expect(state(world)).toMatchObject({
      step: 'loading',
      isSample: false,
      error: { code: 'HTTP_STATUS', message: 'HTTP status code: 403', reason: 'Not in your country' },
    })
    serve()
    await startOnRamp(world.modal)
    expect(state(world)).toMatchObject({ step: 'choosing', error: undefined })
  })

  test('fail with SERVICE_NOT_CONFIGURED without a service', async () => {
    const world = await createMoneyWorld({ services: {} })
    await startOnRamp(world.modal)
    expect(state(world).error?.code).toBe('SERVICE_NOT_CONFIGURED')
  })
})

describe('a quote', () => {
  const setUp = async (): Promise<MoneyWorld> => {
    serve()
    const world = await createMoneyWorld()
    await startOnRamp(world.modal)
    asked.splice(0)
    return world
  }

  test('[S4.26] sets quotesLoading while it loads, and then the purchase amount', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.04')))
    setPaymentAmount(world.modal, '100')
    const asking = fetchPurchaseQuote(world.modal)
    expect(state(world).quotesLoading).toBe(true)
    expect(await asking).toEqual(quote('0.04'))
    expect(state(world)).toMatchObject({ quotesLoading: false, purchaseAmount: '0.04', isSample: false })
    expect(asked).toMatchObject([
      {
        path: '/v1/onramp/quote',
        body: { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: 'ethereum' },
      },
    ])
  })

  test('sets the payment amount for an amount to receive', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.04')))
    setPurchaseAmount(world.modal, '0.04')
    await world.clock.advance(onRampDelays.debounce)
    await expect.poll(() => state(world).paymentAmount).toBe('100')
    expect(state(world)).toMatchObject({ purchaseAmount: '0.04', isSample: false })
    expect(asked.map(({ body }) => body)).toEqual([
      { purchaseCurrency: 'ETH', paymentCurrency: 'USD', purchaseAmount: '0.04', network: 'ethereum' },
    ])
  })

  test('is replaced by a sample if it offers less than the amount to receive', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.0399999')))
    setPurchaseAmount(world.modal, '0.04')
    await fetchPurchaseQuote(world.modal)
    expect(state(world)).toMatchObject({ isSample: true, purchaseAmount: '0.04', paymentAmount: '0.04' })
  })

  test('[S4.26] is null and stores the reason if the service rejects the request', async () => {
    const world = await setUp()
    const body = { error: { code: 'TOO_SMALL', message: 'Not below 20' } }
    answerQuote(() => HttpResponse.json(body, { status: 400 }))
    setPaymentAmount(world.modal, '10')
    expect(await fetchPurchaseQuote(world.modal)).toBeNull()
    expect(state(world)).toMatchObject({ quotesLoading: false, error: { reason: 'Not below 20' }, isSample: false })
    expect(state(world).quote).toBeUndefined()
  })

  test.each<[string, () => Response]>([
    ['a lost network', () => HttpResponse.error()],
    ['a status of 500', () => new HttpResponse('', { status: 500 })],
    ['a response that is not JSON', () => HttpResponse.text('<html>')],
    ['a negative amount', () => HttpResponse.json(quote('-1'))],
    ['an amount that is NaN', () => HttpResponse.json(quote('NaN'))],
  ])('[S8.56] is a sample after %s', async (_, answer) => {
    const world = await setUp()
    answerQuote(answer)
    setPaymentAmount(world.modal, '100')
    expect(await fetchPurchaseQuote(world.modal)).toMatchObject({
      quoteId: 'sample',
      purchaseAmount: { amount: '100' },
    })
    expect(state(world)).toMatchObject({ isSample: true, error: undefined })
  })

  test('is requested once per pause in typing, for the last amount', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.04')))
    for (const amount of ['1', '10', '100']) {
      setPaymentAmount(world.modal, amount)
      await world.clock.advance(onRampDelays.debounce - 1)
    }
    expect(asked).toEqual([])
    await world.clock.advance(1)
    await expect.poll(() => state(world).purchaseAmount).toBe('0.04')
    expect(asked.map(({ body }) => (body as { amount: string }).amount)).toEqual(['100'])
  })

  test('is dropped if it arrives after a newer request', async () => {
    const world = await setUp()
    const releases: ((amount: string) => void)[] = []
    answerQuote(
      () =>
        new Promise<Response>((resolve) => {
          releases.push((amount) => resolve(HttpResponse.json(quote(amount))))
        }),
    )
    setPaymentAmount(world.modal, '100')
    const first = fetchPurchaseQuote(world.modal)
    await expect.poll(() => releases.length).toBe(1)
    setPaymentAmount(world.modal, '200')
    const second = fetchPurchaseQuote(world.modal)
    await expect.poll(() => releases.length).toBe(2)
    releases[1]?.('0.08')
    releases[0]?.('0.04')
    expect([await first, (await second)?.purchaseAmount.amount, state(world).purchaseAmount]).toEqual([
      null,
      '0.08',
      '0.08',
    ])
  })

  test('is requested again for another currency, but not for an unknown one', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.04')))
    setPaymentAmount(world.modal, '100')
    setOnRampCurrency(world.modal, { purchase: 'OPT' })
    await expect.poll(() => asked).toMatchObject([{ body: { purchaseCurrency: 'OPT', network: 'op' } }])
    setOnRampCurrency(world.modal, { purchase: 'NONE' })
    expect(state(world).purchaseCurrency.id).toBe('OPT')
  })

  test('is requested again from another provider, but not from an unknown one', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.04')))
    setPaymentAmount(world.modal, '100')
    setOnRampProvider(world.modal, 'sandbox')
    await expect.poll(() => asked).toMatchObject([{ body: { provider: 'sandbox', amount: '100' } }])
    setOnRampProvider(world.modal, 'nobody')
    expect(state(world).selectedProvider?.name).toBe('sandbox')
  })

  test.each(['', '4.99', '500.01', '1e2', '-5'])('is not requested for the amount %o', async (amount) => {
    const world = await setUp()
    setPaymentAmount(world.modal, amount)
    expect(await fetchPurchaseQuote(world.modal)).toBeNull()
    expect([asked, state(world).quotesLoading]).toEqual([[], false])
  })

  test('[S4.26] is discarded with all other state by a reset', async () => {
    const world = await setUp()
    answerQuote(() => HttpResponse.json(quote('0.04')))
    setPaymentAmount(world.modal, '100')
    const asking = fetchPurchaseQuote(world.modal)
    resetOnRamp(world.modal)
    expect(await asking).toBeNull()
    expect(state(world)).toEqual(initialOnRamp)
  })
})
