import { push } from '@latchkey/core/controllers/shell'
import type { EntriesOf } from '../entry.js'
import { onRampOptions, toBalance } from '../fixtures.js'
import type { World } from '../world.js'
import { amountField, begin } from './send.js'

type SwapParams = { readonly amount?: string; readonly fromToken?: string; readonly toToken?: string }

const fromEther = { amount: '0.5', fromToken: 'ETH', toToken: 'USDC' }
const fromDollars = { amount: '250', fromToken: 'USDC', toToken: 'ETH' }

async function openSwap(world: World, params?: SwapParams): Promise<void> {
  await begin(world)
  push(world.modal, { view: 'Swap', params })
}

async function reviewSwap(world: World, params: SwapParams = fromEther): Promise<void> {
  await openSwap(world, params)
  await world.user.find('.swap-side')
  await world.user.turn(() => world.user.goOn())
}

async function swap(
  world: World,
  methods: Parameters<World['evm']['script']>[0]['methods'] = {},
  params?: SwapParams,
): Promise<void> {
  world.evm.script({ methods })
  await reviewSwap(world, params)
  await world.user.goOn()
}

export const swapEntries: EntriesOf<'Swap' | 'SwapSelectToken' | 'SwapPreview'> = {
  Swap: [
    { id: 'empty', name: 'Empty', show: (world) => openSwap(world), looks: ['dark', 'rtl', 'phone'] },
    { id: 'quote', name: 'With a quote', show: (world) => openSwap(world, fromEther), looks: ['dark'] },
    { id: 'approval', name: 'Of a token that needs an approval', show: (world) => openSwap(world, fromDollars) },
    {
      id: 'quote-loading',
      name: 'Quote loading',
      world: { answers: { quotes: 'never' } },
      isBusy: true,
      show: (world) => openSwap(world, fromEther),
    },
    {
      id: 'no-route',
      name: 'No route',
      world: { answers: { quotes: { quotes: [] } } },
      show: (world) => openSwap(world, fromEther),
    },
    {
      id: 'quote-failed',
      name: 'Quote unavailable',
      world: { answers: { quotes: 500 } },
      show: (world) => openSwap(world, fromEther),
    },
    {
      id: 'too-much',
      name: 'More than the balance',
      show: (world) => openSwap(world, { ...fromEther, amount: '1234567.891' }),
    },
    {
      id: 'loading',
      name: 'Tokens loading',
      world: { answers: { swapTokens: 'never' } },
      isBusy: true,
      show: (world) => openSwap(world),
    },
    {
      id: 'failed',
      name: 'Tokens unavailable',
      world: { answers: { swapTokens: 500 } },
      show: (world) => openSwap(world),
    },
    {
      id: 'not-here',
      name: 'Network without swaps',
      world: { answers: { swapTokens: { tokens: [] } } },
      show: (world) => openSwap(world),
    },
    { id: 'not-connected', name: 'Not connected', show: ({ modal }) => modal.open({ view: 'Swap' }) },
  ],
  SwapSelectToken: [
    {
      id: 'tokens',
      name: 'Tokens',
      async show(world) {
        await openSwap(world)
        await world.user.find('.swap-side')
        push(world.modal, { view: 'SwapSelectToken', params: { side: 'to' } })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'chosen',
      name: 'With a chosen token, which can be removed',
      async show(world) {
        await openSwap(world, fromEther)
        await world.user.find('.swap-side')
        push(world.modal, { view: 'SwapSelectToken', params: { side: 'to' } })
      },
      looks: ['dark', 'rtl', 'phone'],
    },
    {
      id: 'nothing-found',
      name: 'Nothing found',
      async show(world) {
        await openSwap(world)
        await world.user.find('.swap-side')
        push(world.modal, { view: 'SwapSelectToken', params: { side: 'to' } })
        await world.user.type('nothing like it', 'input[type=search]')
      },
    },
  ],
  SwapPreview: [
    { id: 'review', name: 'Review', show: (world) => reviewSwap(world), looks: ['dark', 'rtl', 'phone', 'long'] },
    {
      id: 'approval',
      name: 'Review of a swap that needs an approval',
      show: (world) => reviewSwap(world, fromDollars),
    },
    {
      id: 'approving',
      name: 'Waiting for the approval',
      show: (world) => swap(world, { eth_sendTransaction: { kind: 'hang' } }, fromDollars),
    },
    {
      id: 'sending',
      name: 'Waiting for the wallet',
      show: (world) => swap(world, { eth_sendTransaction: { kind: 'hang' } }),
    },
    {
      id: 'confirming',
      name: 'On its way',
      world: { node: { eth_getTransactionReceipt: null } },
      show: (world) => swap(world),
    },
    { id: 'done', name: 'Swapped', show: (world) => swap(world), looks: ['dark'] },
    { id: 'nothing', name: 'Nothing to review', show: ({ modal }) => modal.open({ view: 'SwapPreview' }) },
  ],
}

async function openBuy(world: World): Promise<void> {
  await begin(world)
  push(world.modal, { view: 'OnRampProviders', params: undefined })
}

/** Chooses a provider and an amount. */
async function choose(world: World, amount = '250', field = amountField): Promise<void> {
  await openBuy(world)
  await world.user.pick('Meridian')
  await world.user.type(amount, field)
  await world.user.until('the quote', () => world.modal.getState().onramp?.quotesLoading !== true)
}

/** Starts a purchase; `isBlocked`: the browser lets no window open. */
async function buy(world: World, isBlocked = false): Promise<void> {
  if (isBlocked) window.open = () => null
  await choose(world)
  await world.user.goOn()
  await world.user.until('the purchase', () => world.modal.getState().onramp?.purchase)
}

export const buyEntries: EntriesOf<'OnRampProviders' | 'OnRampAmount' | 'BuyInProgress'> = {
  OnRampProviders: [
    { id: 'providers', name: 'Providers', show: openBuy, looks: ['dark', 'rtl', 'phone'] },
    { id: 'loading', name: 'Loading', world: { answers: { onRampOptions: 'never' } }, isBusy: true, show: openBuy },
    { id: 'sample', name: 'Unavailable', world: { answers: { onRampOptions: 503 } }, show: openBuy },
    {
      id: 'none',
      name: 'No providers',
      world: { answers: { onRampOptions: { ...onRampOptions, providers: [] } } },
      show: openBuy,
    },
  ],
  OnRampAmount: [
    { id: 'quote', name: 'With a quote', show: (world) => choose(world), looks: ['dark', 'rtl', 'phone', 'long'] },
    {
      id: 'receive',
      name: 'With the amount to receive',
      show: (world) => choose(world, '0.5', '.paybox ~ .paybox input'),
      looks: ['dark', 'rtl', 'phone'],
    },
    { id: 'too-little', name: 'Less than the minimum', show: (world) => choose(world, '1') },
    { id: 'too-much', name: 'More than the maximum', show: (world) => choose(world, '1000000') },
    {
      id: 'quote-loading',
      name: 'Quote loading',
      world: { answers: { onRampQuote: 'never' } },
      isBusy: true,
      async show(world) {
        await openBuy(world)
        await world.user.pick('Meridian')
        await world.user.type('250', amountField)
      },
    },
    {
      id: 'quote-failed',
      name: 'Quote unavailable',
      world: { answers: { onRampQuote: 500 } },
      show: (world) => choose(world),
    },
    {
      id: 'sample',
      name: 'Sample, as the service is unavailable',
      world: { answers: { onRampOptions: 503 } },
      async show(world) {
        await openBuy(world)
        push(world.modal, { view: 'OnRampAmount', params: undefined })
      },
    },
  ],
  BuyInProgress: [
    {
      id: 'asking',
      name: 'Being prepared',
      world: { answers: { onRampUrl: 'never' } },
      show: (world) => buy(world),
      looks: ['dark'],
    },
    { id: 'waiting', name: 'In the window of the provider', show: (world) => buy(world) },
    { id: 'blocked', name: 'Window blocked', show: (world) => buy(world, true) },
    { id: 'failed', name: 'The provider fails', world: { answers: { onRampUrl: 500 } }, show: (world) => buy(world) },
    {
      id: 'received',
      name: 'Received',
      async show(world) {
        await buy(world)
        await world.user.until('the window', () => world.modal.getState().onramp?.step === 'waiting')
        world.service.answers.balance = {
          balances: [toBalance({ name: 'Ether', symbol: 'ETH', decimals: 18, price: 2_500, quantity: '1.6' })],
        }
        for (let count = 0; count < 20 && world.modal.getState().onramp?.step !== 'received'; count++) {
          await world.skip(15_000)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        await world.user.until('the funds', () => world.modal.getState().onramp?.step === 'received')
      },
    },
    { id: 'none', name: 'No purchase in progress', show: ({ modal }) => modal.open({ view: 'BuyInProgress' }) },
  ],
}
