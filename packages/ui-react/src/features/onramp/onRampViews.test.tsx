// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { switchNetwork } from '@latchkey/core/controllers/network'
import { goBack } from '@latchkey/core/controllers/shell'
import { close, getRoute, open, startOnRamp } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeService, type FakeService, fakeServiceUrl } from '../../testing/createFakeService.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { FundWalletView } from '../receive/FundWalletView.js'
import { BuyInProgressView } from './BuyInProgressView.js'
import { OnRampAmountView } from './OnRampAmountView.js'
import { OnRampProvidersView } from './OnRampProvidersView.js'

const page = 'https://pay.example/buy'

const address = 'eip155-Firefly-eoa'

const holding = (numeric: string) => ({
  balances: [{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric } }],
})

const answers = () => ({
  'GET /v1/onramp/options': {
    purchaseCurrencies: [
      { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] },
      { id: 'OPT', name: 'Opt', symbol: 'OPT', networks: [{ name: 'op', chain_id: '10' }] },
    ],
    paymentCurrencies: [
      {
        id: 'USD',
        payment_method_limits: [
          { id: 'card', min: '10.00', max: '500.00' },
          { id: 'ach_bank_account', min: '10.00', max: '9000.00' },
        ],
      },
      { id: 'EUR', payment_method_limits: [] },
    ],
    providers: [
      { name: 'sandbox', label: 'Sandbox Pay', feeRange: '1-2%' },
      { name: 'other', label: 'Other' },
    ],
  },
  'POST /v1/onramp/quote': {
    purchaseAmount: { amount: '0.0412345678', currency: 'ETH' },
    paymentTotal: { amount: '100.00', currency: 'USD' },
    networkFee: { amount: '0.5', currency: 'USD' },
    providerFee: { amount: '1.00', currency: 'USD' },
  },
  'POST /v1/generators/onrampurl': { url: page },
  'GET /v1/supported-chains': { http: ['eip155:1'], ws: [] },
  [`GET /v1/account/${address}/balance`]: holding('1'),
})

const views = { OnRampProviders: OnRampProvidersView, OnRampAmount: OnRampAmountView, BuyInProgress: BuyInProgressView }

let world: FakeWorld
let service: FakeService
let clock: FakeClock
let view: RenderedView
let popups: { readonly visited: string[] }[]
let isBlocked: boolean

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  popups = []
  isBlocked = false
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (isBlocked) return null
    const visited: string[] = []
    popups.push({ visited })
    const popup = {
      closed: false,
      opener: {},
      close: () => undefined,
      location: { replace: (url: string) => visited.push(url) },
    }
    return popup as unknown as Window
  })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.restoreAllMocks()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const text = (): string => view.element.textContent ?? ''

const shown = () => getRoute(world.modal.getState()).view

const button = (): HTMLButtonElement => view.element.querySelector('button[type=submit]') as HTMLButtonElement

/** The fields of the amounts to pay and to receive. */
const fields = (): HTMLInputElement[] => [...view.element.querySelectorAll('input')]
const field = (): HTMLInputElement => fields()[0] as HTMLInputElement

async function start(
  name: 'FundWallet' | keyof typeof views,
  element: ReactElement,
  options: Parameters<typeof createFakeWorld>[0] = {},
): Promise<void> {
  clock = createFakeClock()
  service = createFakeService(answers())
  const env = { storage: () => null, fetch: service.fetch, ...clock }
  world = createFakeWorld({ services: { blockchainApi: fakeServiceUrl }, env, ...options })
  await connect(world.modal, { connectorId: 'eip155.Firefly' })
  open(world.modal, { view: name })
  view = await renderView(world.modal, element)
}

/** Renders the current view, as the router would. */
const follow = (): Promise<void> => {
  const View = views[shown() as keyof typeof views]
  return view.render(<View />)
}

const type = async (amount: string): Promise<void> => {
  await typeText(field(), amount)
  await clock.advance(500)
}

describe('FundWalletView', () => {
  it('offers buying and receiving', async () => {
    await start('FundWallet', <FundWalletView />)
    expect(view.names()).toEqual([
      'Buy With a card or from a bank account',
      'Receive From another wallet or an exchange',
    ])
    await view.press('Buy')
    expect(shown()).toBe('OnRampProviders')
  })

  it('[S2.5] shows that no options are available if the app has turned both off', async () => {
    await start('FundWallet', <FundWalletView />, { features: { onramp: false, receive: false } })
    expect([view.names(), text()]).toEqual([[], expect.stringContaining('No options available')])
  })
})

describe('OnRampProvidersView', () => {
  it('lists the providers, and opens the amount for the selected one', async () => {
    await start('OnRampProviders', <OnRampProvidersView />)
    await settled(() => expect(view.names()).toEqual(['Sandbox Pay Fees 1-2%', 'Other']))
    expect(text()).toContain('never sees your payment details')
    await view.press('Sandbox')
    expect([shown(), world.modal.getState().onramp?.selectedProvider?.name]).toEqual(['OnRampAmount', 'sandbox'])
  })

  it('[S5.17] lists only the providers that the app configures', async () => {
    const env = { fetch: createFakeService(answers()).fetch, storage: () => null }
    await start('OnRampProviders', <OnRampProvidersView />, { features: { onramp: ['other'] }, env })
    await settled(() => expect(view.names()).toEqual(['Other']))
  })

  it('[S8.56] shows that purchases are unavailable if the service fails, with sample rates that cannot be bought', async () => {
    await start('FundWallet', <FundWalletView />)
    service.answers['GET /v1/onramp/options'] = 503
    await view.render(<OnRampProvidersView />)
    await settled(() => expect(text()).toContain('Purchases are unavailable'))
    await view.press('sample rates')
    expect(shown()).toBe('OnRampAmount')
    await view.render(<OnRampAmountView />)
    await type('100')
    await settled(() =>
      expect([text(), button().disabled, button().textContent]).toEqual([
        expect.stringContaining('Sample rates'),
        true,
        "Sample rates can't be bought",
      ]),
    )
    expect(service.asked).not.toContain('POST /v1/onramp/quote')
  })

  it('[S3.11] [S3.12] without a service, shows USDC on Ethereum or Polygon, paid in USD within each method’s limits', async () => {
    const nativeCurrency = { name: 'POL', symbol: 'POL', decimals: 18 }
    const rpcUrls = { default: { http: ['http://localhost:1'] } }
    await start('FundWallet', <FundWalletView />, { networks: [{ id: 137, name: 'Polygon', nativeCurrency, rpcUrls }] })
    service.answers['GET /v1/onramp/options'] = 503
    await view.render(<OnRampProvidersView />)
    await settled(() => expect(text()).toContain('Purchases are unavailable'))
    await view.press('sample rates')
    await view.render(<OnRampAmountView />)
    expect([...view.element.querySelectorAll('select')].map(({ value }) => value)).toEqual(['USD', 'USDC'])
    await type('100')
    await settled(() => expect(text()).toContain('NetworkEthereum'))
    expect(text()).toContain('Payment methodsCard, Bank account')
    await type('7500.01')
    await settled(() => expect(text()).toContain('Payment methodsBank account'))
    await type('25000.01')
    await settled(() => expect(button().textContent).toBe('Maximum 25,000 USD'))
    Object.assign(world.wallets.eip155.connector.features, { 'network:switch': async () => undefined })
    await act(() => switchNetwork(world.modal, { network: 'eip155:137' }))
    await type('100')
    await settled(() => expect(text()).toContain('NetworkPolygon'))
  })

  it('shows an error if the service rejects the request, and retries', async () => {
    await start('FundWallet', <FundWalletView />)
    Object.assign(service.answers, { 'GET /v1/onramp/options': 403 })
    await view.render(<OnRampProvidersView />)
    await settled(() =>
      expect(view.element.querySelector('[role=alert]')?.textContent).toContain('rejected the request'),
    )
    Object.assign(service.answers, answers())
    await view.press('Try again')
    await settled(() => expect(view.names()).toContain('Other'))
  })
})

describe('currency images', () => {
  it('[S7.27] are loaded from the wallet service', async () => {
    const png = new Response(Uint8Array.from('\x89PNG\r\n\x1a\n', (character) => character.charCodeAt(0)))
    await start('OnRampAmount', <OnRampProvidersView />, {
      services: { blockchainApi: fakeServiceUrl, wallets: fakeServiceUrl },
    })
    service.answers['GET /public/getCurrencyImage/USD'] = png
    service.answers['GET /public/getTokenImage/ETH'] = png
    await view.render(<OnRampAmountView />)
    await vi.waitFor(async () => {
      // images load after a frame
      await act(async () => undefined)
      const images = [...view.element.querySelectorAll('.currency img')]
      expect(images.map((image) => image.getAttribute('src'))).toEqual([
        'data:image/png;base64,iVBORw0KGgo=',
        'data:image/png;base64,iVBORw0KGgo=',
      ])
    }, 10_000)
  })

  it('are not requested without a wallet service', async () => {
    await start('OnRampAmount', <OnRampAmountView />)
    await settled(() => expect(text()).toContain('ETH'))
    expect(service.asked.filter((path) => path.includes('Image'))).toEqual([])
  })
})

describe('OnRampAmountView', () => {
  beforeEach(async () => {
    await start('OnRampProviders', <OnRampProvidersView />)
    await settled(() => expect(view.names()).toContain('Other'))
    await view.press('Sandbox')
    await follow()
  })

  it.each([
    ['', 'Enter an amount'],
    ['1e3', 'Enter an amount like 99.50'],
    ['9.99', 'Minimum 10 USD'],
    ['9000.01', 'Maximum 9,000 USD'],
  ])('with amount %o, disables the button and labels it: %s', async (amount, words) => {
    await type(amount)
    expect([button().textContent, button().disabled, service.asked.includes('POST /v1/onramp/quote')]).toEqual([
      words,
      true,
      false,
    ])
  })

  it('[S3.13] gets a quote when the user stops typing, and shows the provider, network, methods and fees', async () => {
    await typeText(field(), '600')
    expect(button().textContent).toBe('Getting a price…')
    await clock.advance(500)
    await settled(() => expect(button().disabled).toBe(false))
    expect(button().textContent).toBe('Buy with Sandbox Pay')
    expect(fields().map(({ value }) => value)).toEqual(['600', '0.041234'])
    expect(view.element.querySelector('[role=status]')?.textContent).toBe('You pay 600 USD and receive 0.041234 ETH')
    const lines = [...view.element.querySelectorAll('.terms > div')].map((line) => line.textContent)
    expect(lines).toEqual([
      'ProviderSandbox Pay',
      'NetworkEthereum',
      'Payment methodsBank account',
      'Provider fee1 USD',
      'Network fee0.50 USD',
      'Total100 USD',
    ])
  })

  it('[S7.17] accepts the amount to receive, quotes its price, and sends it with the order', async () => {
    await typeText(fields()[1] as HTMLInputElement, '0.0412')
    expect(fields().map(({ value }) => value)).toEqual(['', '0.0412'])
    await clock.advance(500)
    await settled(() => expect(button().disabled).toBe(false))
    expect(fields().map(({ value }) => value)).toEqual(['100', '0.0412'])
    expect(view.element.querySelector('[aria-pressed=true]')).toBeNull()
    await view.press('Buy with Sandbox Pay')
    await vi.waitFor(() => expect(service.asked).toContain('POST /v1/generators/onrampurl'))
    expect(service.bodies['POST /v1/generators/onrampurl']).toMatchObject({ presetCryptoAmount: 0.0412 })
  })

  it('marks an invalid amount to receive, and an amount to pay outside the limits', async () => {
    const bad = () => fields().map((input) => input.getAttribute('aria-invalid'))
    await typeText(fields()[1] as HTMLInputElement, '0,5')
    expect([bad(), button().textContent]).toEqual([[null, 'true'], 'Enter an amount like 99.50'])
    service.answers['POST /v1/onramp/quote'] = {
      purchaseAmount: { amount: '0.001', currency: 'ETH' },
      paymentTotal: { amount: '2.50', currency: 'USD' },
    }
    await typeText(fields()[1] as HTMLInputElement, '0.001')
    await clock.advance(500)
    await settled(() => expect([bad(), button().textContent]).toEqual([['true', null], 'Minimum 10 USD']))
  })

  it('sets a preset amount on click', async () => {
    await view.press('250')
    expect([field().value, view.element.querySelector('[aria-pressed=true]')?.textContent]).toEqual(['250', '250 USD'])
  })

  it('lets the user change the payment and purchase currencies', async () => {
    await type('100')
    const [payment, purchase] = [...view.element.querySelectorAll('select')]
    const choose = (select: HTMLSelectElement | undefined, value: string) =>
      act(async () => {
        if (select) select.value = value
        select?.dispatchEvent(new Event('change', { bubbles: true }))
      })
    await choose(payment, 'EUR')
    await choose(purchase, 'OPT')
    const { onramp } = world.modal.getState()
    expect([onramp?.paymentCurrency.id, onramp?.purchaseCurrency.id]).toEqual(['EUR', 'OPT'])
  })

  it.each([
    ['the wallet switches to', false],
    ['the wallet has switched to since it was left', true],
  ])('gets a new quote for the network that %s', async (_, isLeft) => {
    const networks = [
      { name: 'ethereum', chain_id: '1' },
      { name: 'op', chain_id: '10' },
    ]
    const purchaseCurrencies = [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks }]
    const options = service.answers['GET /v1/onramp/options'] as object
    service.answers['GET /v1/onramp/options'] = { ...options, purchaseCurrencies }
    await act(() => startOnRamp(world.modal))
    await type('100')
    await settled(() => expect(text()).toContain('NetworkEthereum'))
    service.answers['POST /v1/onramp/quote'] = {
      purchaseAmount: { amount: '0.0498', currency: 'ETH' },
      paymentTotal: { amount: '100.00', currency: 'USD' },
    }
    Object.assign(world.wallets.eip155.connector.features, { 'network:switch': async () => undefined })
    if (isLeft) await view.render(<FundWalletView />)
    await act(() => switchNetwork(world.modal, { network: 'eip155:10' }))
    await view.render(<OnRampAmountView />)
    await settled(() => expect(text()).toContain('NetworkOP Mainnet'))
    await settled(() => expect(fields().map(({ value }) => value)).toEqual(['100', '0.0498']))
    expect(service.bodies['POST /v1/onramp/quote']).toMatchObject({ network: 'op' })
  })

  it('[S8.56] allows no purchase at a sample rate', async () => {
    service.answers['POST /v1/onramp/quote'] = new TypeError('fetch failed')
    await type('100')
    await settled(() => expect(text()).toContain("can't be bought"))
    expect([button().disabled, button().textContent]).toEqual([true, "Sample rates can't be bought"])
    await act(async () => view.element.querySelector('form')?.requestSubmit())
    expect([popups, shown()]).toEqual([[], 'OnRampAmount'])
  })

  it('shows why there is no quote', async () => {
    service.answers['POST /v1/onramp/quote'] = 400
    await type('100')
    await settled(() => expect(view.element.querySelector('[role=alert]')?.textContent).toContain('rejected'))
    expect(button().disabled).toBe(true)
  })
})

describe('BuyInProgressView', () => {
  async function buy(): Promise<void> {
    await start('OnRampProviders', <OnRampProvidersView />)
    await settled(() => expect(view.names()).toContain('Other'))
    await view.press('Sandbox')
    await follow()
    await type('100')
    await settled(() => expect(button().disabled).toBe(false))
    await view.press('Buy with Sandbox Pay')
    expect(shown()).toBe('BuyInProgress')
    await follow()
  }

  it('opens the provider’s window on click, waits, and shows when the funds have arrived', async () => {
    await buy()
    await settled(() => expect(text()).toContain('Continue with Sandbox Pay'))
    expect([popups, view.names()]).toEqual([[{ visited: [page] }], ['Reopen the window', 'Copy link', 'Cancel']])
    service.answers[`GET /v1/account/${address}/balance`] = holding('1.04')
    await clock.advance(5_000)
    await settled(() =>
      expect(view.element.querySelector('[role=status]')?.textContent).toContain('Your ETH has arrived'),
    )
    await view.press('Done')
    expect([shown(), world.modal.getState().onramp?.step]).toEqual(['Account', 'loading'])
  })

  it('reopens the provider’s window', async () => {
    await buy()
    await settled(() => expect(view.names()).toContain('Reopen the window'))
    await view.press('Reopen the window')
    expect(popups.map(({ visited }) => visited)).toEqual([[page], [page]])
  })

  it('shows a link without opener and referrer if the browser blocks the pop-up', async () => {
    isBlocked = true
    await buy()
    await settled(() => expect(text()).toContain('Your browser blocked the pop-up'))
    const link = view.element.querySelector('a')
    expect([link?.getAttribute('href'), link?.target, link?.rel]).toEqual([page, '_blank', 'noopener noreferrer'])
  })

  it('shows an error if the provider’s URL is unsafe, and retries', async () => {
    await start('OnRampProviders', <OnRampProvidersView />)
    service.answers['POST /v1/generators/onrampurl'] = { url: 'javascript:alert(1)' }
    await settled(() => expect(view.names()).toContain('Other'))
    await view.press('Sandbox')
    await follow()
    await type('100')
    await settled(() => expect(button().disabled).toBe(false))
    await view.press('Buy with Sandbox Pay')
    await follow()
    await settled(() => expect(text()).toContain('a page that is not safe to open'))
    expect(view.element.querySelector('a')).toBeNull()
    Object.assign(service.answers, answers())
    await view.press('Try again')
    await settled(() => expect(text()).toContain('Continue with Sandbox Pay'))
  })

  it('returns to the amount on Cancel', async () => {
    await buy()
    await settled(() => expect(view.names()).toContain('Cancel'))
    await view.press('Cancel')
    expect([shown(), world.modal.getState().onramp?.step]).toEqual(['OnRampAmount', 'choosing'])
    expect(world.modal.getState().toast).toBeUndefined()
  })

  it.each([
    ['Cancel', () => view.press('Cancel')],
    ['Back', () => act(async () => goBack(world.modal))],
  ])('lets the user buy the same amount again after %s', async (_, leave) => {
    await buy()
    await settled(() => expect(view.names()).toContain('Cancel'))
    await leave()
    await follow()
    await settled(() => expect(button()?.textContent).toBe('Buy with Sandbox Pay'))
    expect([button().disabled, field().value]).toEqual([false, '100'])
  })

  it.each([
    ['goes back', 'OnRampAmount', () => goBack(world.modal)],
    ['closes the modal', undefined, () => close(world.modal)],
  ] as const)(
    'continues if the user %s, with a toast for that and another when the funds have arrived',
    async (_, to, leave) => {
      await buy()
      await settled(() => expect(text()).toContain('Continue with Sandbox Pay'))
      await act(async () => leave())
      const said = () => world.modal.getState().toast?.message
      expect(said()).toEqual({ text: 'Purchase in progress with Sandbox Pay' })
      if (to) {
        expect(shown()).toBe(to)
        await follow()
      }
      service.answers[`GET /v1/account/${address}/balance`] = holding('1.04')
      await clock.advance(5_000)
      await settled(() => expect(said()).toEqual({ text: 'Your ETH has arrived' }))
    },
  )

  it('offers to choose a provider if it is opened on its own', async () => {
    await start('BuyInProgress', <BuyInProgressView />)
    await view.press('Choose a provider')
    expect(shown()).toBe('OnRampProviders')
  })
})
