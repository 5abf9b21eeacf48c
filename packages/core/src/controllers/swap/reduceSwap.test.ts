import { expect, test } from 'vitest'
import type { SwapToken } from '../../service/blockchain/types.js'
import { setSwapToken } from './form.js'
import {
  reduceSwap,
  reduceSwapStep,
  type SwapEvent,
  type SwapOffer,
  type SwapState,
  type SwapStepEvent,
} from './state.js'

const caipNetworkId = 'eip155:1'
const eth: SwapToken = { caipNetworkId, name: 'Ether', symbol: 'ETH', decimals: 18 }
const usd: SwapToken = { caipNetworkId, address: '0xAb', name: 'USD', symbol: 'USDL', decimals: 6 }
const dai: SwapToken = { caipNetworkId, address: '0xcd', name: 'Dai', symbol: 'DAI', decimals: 0 }
const tokens = [eth, usd, dai]
const router = { address: '0xef', isPinned: true }
const offer: SwapOffer = { fromAmount: '1', toAmount: '2', router, isReduced: false, needsApproval: false, at: 1 }
const error = { code: 'SERVER_ERROR', message: 'no' } as const

const base: SwapState = {
  id: 1,
  address: '0xa',
  caipNetworkId,
  list: 'ready',
  tokens,
  from: eth,
  to: usd,
  amount: '1',
  quote: { status: 'ready', offer },
  prices: {},
  step: 'form',
}

const states = {
  form: base,
  unquoted: { ...base, quote: { status: 'none' } },
  approving: { ...base, step: 'approving', asked: 'approving' },
  clearing: { ...base, step: 'clearing', asked: 'clearing' },
  sending: { ...base, step: 'sending', asked: 'sending' },
  looking: { ...base, step: 'looking', asked: 'sending' },
  lost: { ...base, step: 'lost', asked: 'sending', error },
  void: { ...base, step: 'void', asked: 'sending', error },
  confirming: { ...base, step: 'confirming', hash: '0x1' },
  unconfirmed: { ...base, step: 'confirming', hash: '0x1', error },
  done: { ...base, step: 'done', hash: '0x1' },
} as const satisfies { readonly [name: string]: SwapState }

const opened = { type: 'opened', address: '0xa', caipNetworkId, preset: undefined } as const
const formEvents = {
  opened,
  typed: { type: 'typed', amount: '7' },
  flipped: { type: 'flipped' },
  quoting: { type: 'unquoted', quote: { status: 'loading' } },
  quoteFailed: { type: 'unquoted', quote: { status: 'failed', error } },
  unquoted: { type: 'unquoted', quote: { status: 'none' } },
} as const satisfies { readonly [name: string]: SwapEvent }

const stepEvents = {
  quoted: { type: 'quoted', offer: { ...offer, toAmount: '3' }, gasPrice: '5' },
  approving: { type: 'approving' },
  clearing: { type: 'clearing' },
  cleared: { type: 'cleared' },
  approved: { type: 'approved' },
  sending: { type: 'sending' },
  sent: { type: 'sent', hash: '0x2' },
  unconfirmed: { type: 'unconfirmed', transferId: 't1', error },
  confirmed: { type: 'confirmed', hash: '0x2' },
  looking: { type: 'looking', transferId: 'a' },
  lost: { type: 'lost', error },
  void: { type: 'void', error },
  again: { type: 'again' },
  failed: { type: 'failed', error },
} as const satisfies { readonly [name: string]: SwapStepEvent }

const reductions: readonly (readonly [event: string, reduce: (state: SwapState) => SwapState | undefined])[] = [
  ['chosen', (state) => setSwapToken(state, { side: 'from', token: dai })],
  ...Object.entries(formEvents).map(([name, event]) => [name, (state: SwapState) => reduceSwap(state, event)] as const),
  ...Object.entries(stepEvents).map(
    ([name, event]) => [name, (state: SwapState) => reduceSwapStep(state, event)] as const,
  ),
]

type Row = { readonly [event in 'chosen' | keyof typeof formEvents | keyof typeof stepEvents]?: string }

/** The step and the quote after each event. Events that are not listed change nothing. */
const table: { readonly [state in keyof typeof states]: Row } = {
  form: {
    typed: 'form none',
    flipped: 'form none',
    chosen: 'form none',
    quoting: 'form loading',
    quoted: 'form ready',
    quoteFailed: 'form failed',
    unquoted: 'form none',
    approving: 'approving ready',
    sending: 'sending ready',
  },
  unquoted: { typed: 'form none', flipped: 'form none', chosen: 'form none', quoting: 'form loading' },
  approving: {
    clearing: 'clearing ready',
    approved: 'form ready',
    looking: 'looking ready',
    sent: 'approving ready',
    unconfirmed: 'lost ready',
    failed: 'form ready',
  },
  clearing: {
    cleared: 'approving ready',
    approved: 'form ready',
    looking: 'looking ready',
    sent: 'clearing ready',
    unconfirmed: 'lost ready',
    failed: 'form ready',
  },
  sending: { quoted: 'sending ready', looking: 'looking ready', sent: 'confirming ready', failed: 'form ready' },
  looking: {
    looking: 'looking ready',
    lost: 'lost ready',
    void: 'void ready',
    sent: 'confirming ready',
    failed: 'form ready',
  },
  lost: { opened: 'form none', looking: 'looking ready', sent: 'confirming ready', failed: 'form ready' },
  void: { opened: 'form none', again: 'form ready', failed: 'form ready' },
  confirming: {
    sent: 'confirming ready',
    confirmed: 'done ready',
    unconfirmed: 'confirming ready',
    failed: 'form ready',
  },
  unconfirmed: {
    opened: 'form none',
    sent: 'confirming ready',
    confirmed: 'done ready',
    unconfirmed: 'confirming ready',
    failed: 'form ready',
  },
  done: { opened: 'form none' },
}

for (const [name, row] of Object.entries(table) as readonly [
  keyof typeof states,
  { readonly [event: string]: string },
][])
  for (const [event, reduce] of reductions)
    test(`${event} in ${name} ${row[event] ? `leads to ${row[event]}` : 'changes nothing'}`, () => {
      const state: SwapState = states[name]
      const after = reduce(state)
      if (row[event]) expect(`${after?.step} ${after?.quote.status}`).toBe(row[event])
      else expect(after).toBe(state)
    })

test('choosing the token of the other side swaps the two', () => {
  const after = setSwapToken(base, { side: 'from', token: { ...usd, address: '0xaB' } })
  expect([after?.from?.symbol, after?.to?.symbol]).toEqual(['USDL', 'ETH'])
})

test('cuts an amount to the decimals of its token, and changes nothing else', () => {
  const fine = { ...base, amount: '1.123456789' }
  expect(reduceSwap(fine, { type: 'flipped' })?.amount).toBe('1.123456')
  expect(setSwapToken(fine, { side: 'from', token: dai })?.amount).toBe('1')
  expect(reduceSwap({ ...base, from: dai }, { type: 'typed', amount: '1,5' })?.amount).toBe('1,5')
})

test('keeps the offer while a newer quote loads', () => {
  const loading = reduceSwap(base, { type: 'unquoted', quote: { status: 'loading', offer } })
  expect(loading?.quote).toEqual({ status: 'loading', offer })
  expect(loading && reduceSwapStep(loading, { type: 'sending' })).toMatchObject({
    step: 'sending',
    quote: { status: 'ready', offer },
  })
})

test('reopening keeps the form; another preset, account or network starts a new one', () => {
  const preset = { amount: '5' }
  const filled = reduceSwap(base, { ...opened, preset })
  expect(filled).toMatchObject({ id: 2, amount: '5', list: 'ready', quote: { status: 'none' } })
  expect(reduceSwap(filled, { ...opened, preset })).toBe(filled)
  const typed = reduceSwap(filled, { type: 'typed', amount: '6' })
  expect(reduceSwap(typed, { ...opened, preset })).toBe(typed)
  for (const other of [{ address: '0xb' }, { caipNetworkId: 'eip155:10' }] as const)
    expect(reduceSwap(base, { ...opened, ...other })).toMatchObject({ ...other, id: 2, list: 'loading', tokens: [] })
})

test('fills in the preset tokens when the token list arrives', () => {
  const presets = [
    [undefined, 'ETH', undefined],
    [{ fromToken: '0xAB', toToken: 'eth' }, 'USDL', 'ETH'],
    [{ toToken: 'ETH' }, undefined, 'ETH'],
    [{ fromToken: 'USDL', toToken: 'USDL' }, 'USDL', undefined],
    [{ fromToken: 'NONE' }, 'ETH', undefined],
  ] as const
  for (const [preset, from, to] of presets) {
    const fresh = reduceSwap(undefined, { ...opened, preset })
    const after = reduceSwap(fresh, { type: 'listed', tokens })
    expect([after?.list, after?.from?.symbol, after?.to?.symbol]).toEqual(['ready', from, to])
  }
})

test('retrying a failed swap clears its error and keeps the quote', () => {
  const failed = { ...states.form, error }
  const again = reduceSwapStep(failed, { type: 'again' })
  expect([again.step, again.quote]).toEqual(['form', states.form.quote])
  expect(again).not.toHaveProperty('error')
})

test('reloads a token list that failed, and ignores a list that was not requested', () => {
  const fresh = reduceSwap(undefined, opened)
  const failed = reduceSwap(fresh, { type: 'listFailed', error })
  expect(failed).toMatchObject({ list: 'failed', error })
  const again = reduceSwap(failed, { type: 'listing' })
  expect(again?.list).toBe('loading')
  expect(again).not.toHaveProperty('error')
  expect(reduceSwap(base, { type: 'listed', tokens: [] })).toBe(base)
})

test('ignores every event but "opened" without a swap', () => {
  for (const event of Object.values(formEvents))
    if (event.type !== 'opened') expect(reduceSwap(undefined, event)).toBeUndefined()
})

test('an approval that is not confirmed in time becomes lost, with an id to look it up', () => {
  for (const step of ['approving', 'clearing'] as const)
    expect(reduceSwapStep({ ...base, step, asked: step }, stepEvents.unconfirmed)).toMatchObject({
      step: 'lost',
      transferId: 't1',
    })
})
