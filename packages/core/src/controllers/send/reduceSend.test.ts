import { describe, expect, test } from 'vitest'
import {
  reduceSend as reduceForm,
  reduceSendStep,
  type SendEvent,
  type SendState,
  type SendStep,
  type SendStepEvent,
} from './state.js'

const formEvents = ['opened', 'tokenFailed', 'tokenChosen', 'amountTyped', 'maxSet', 'receiverTyped', 'receiverChecked']
const isOfForm = (event: SendEvent | SendStepEvent): event is SendEvent => formEvents.includes(event.type)

const reduceSend = (state: SendState | undefined, event: SendEvent | SendStepEvent): SendState | undefined => {
  if (isOfForm(event)) return reduceForm(state, event)
  return state && reduceSendStep(state, event)
}

const sender = { namespace: 'eip155', caipNetworkId: 'eip155:1', address: '0xa' } as const
const token = { caipNetworkId: 'eip155:1', name: 'Ether', symbol: 'ETH', decimals: 18 } as const
const other = { ...token, address: '0xt', symbol: 'USDC' }
const ready = { status: 'ready', address: '0xb' } as const
const error = { code: 'RPC_FAILED', message: 'No.' } as const

const at = (step: SendStep, more: Partial<SendState> = {}): SendState => ({
  ...sender,
  id: 1,
  preset: undefined,
  fixed: [],
  tokenStatus: 'ready',
  token,
  amount: '1',
  isMax: false,
  to: '0xb',
  receiver: ready,
  fee: { status: 'none' },
  step,
  ...more,
})
const steps: readonly SendStep[] = [
  'form',
  'preview',
  'sending',
  'looking',
  'lost',
  'void',
  'confirming',
  'done',
  'failed',
]
const inSteps = (state: SendState): readonly SendState[] => steps.map((step) => ({ ...state, step }))

const events: readonly [SendEvent | SendStepEvent, { readonly [step in SendStep]?: Partial<SendState> }][] = [
  [{ type: 'tokenChosen', token: other }, { form: { token: other } }],
  [{ type: 'amountTyped', amount: '2' }, { form: { amount: '2' } }],
  [{ type: 'maxSet', amount: '2' }, { form: { amount: '2', isMax: true } }],
  [
    { type: 'receiverTyped', to: 'x', receiver: { status: 'invalid' } },
    { form: { to: 'x', receiver: { status: 'invalid' } } },
  ],
  [
    { type: 'receiverChecked', to: '0xb', receiver: { status: 'invalid' } },
    { form: { receiver: { status: 'invalid' } } },
  ],
  [{ type: 'receiverChecked', to: 'older', receiver: { status: 'invalid' } }, {}],
  [{ type: 'tokenRead', token: other }, {}],
  [{ type: 'tokenFailed', error }, {}],
  [{ type: 'reviewed' }, { form: { step: 'preview', fee: { status: 'loading' } } }],
  [{ type: 'feeRead', value: '5' }, { preview: { fee: { status: 'ready', value: '5' } } }],
  [
    { type: 'feeRead', value: '5', amount: '0.5' },
    { preview: { amount: '0.5', fee: { status: 'ready', value: '5' } } },
  ],
  [{ type: 'feeFailed', error }, { preview: { fee: { status: 'failed', error } } }],
  [{ type: 'sending' }, { preview: { step: 'sending' } }],
  [
    { type: 'refused', error },
    {
      sending: { step: 'preview', error },
      looking: { step: 'preview', error },
      lost: { step: 'preview', error },
    },
  ],
  [
    { type: 'looking', transferId: 'a' },
    {
      sending: { step: 'looking', transferId: 'a' },
      looking: { step: 'looking', transferId: 'a' },
      lost: { step: 'looking', transferId: 'a' },
    },
  ],
  [{ type: 'lost', error }, { looking: { step: 'lost', error } }],
  [{ type: 'void', error }, { looking: { step: 'void', error } }],
  [{ type: 'again' }, { void: { step: 'preview', fee: { status: 'loading' } } }],
  [
    { type: 'sent', hash: '0x1' },
    {
      sending: { step: 'confirming', hash: '0x1' },
      looking: { step: 'confirming', hash: '0x1' },
      lost: { step: 'confirming', hash: '0x1' },
      confirming: { step: 'confirming', hash: '0x1' },
    },
  ],
  [{ type: 'unconfirmed', error }, { confirming: { error } }],
  [{ type: 'confirmed', hash: '0x2' }, { confirming: { step: 'done', hash: '0x2' } }],
  [{ type: 'failed', error }, { confirming: { step: 'failed', error } }],
]

test('a transfer that was refused can be retried, with a new fee', () => {
  const refused = { ...at('preview'), error }
  expect(reduceSendStep(refused, { type: 'again' })).toEqual({ ...at('preview'), fee: { status: 'loading' } })
})

test.each(events)('%j', (event, changes) => {
  for (const state of inSteps(at('form'))) {
    const expected = changes[state.step]
    const next = reduceSend(state, event)
    if (expected) expect(next).toEqual({ ...state, ...expected })
    else expect(next).toBe(state)
  }
  expect(reduceSend(undefined, event)).toBeUndefined()
})

test('an amount set by "Max" no longer follows the fee after the user changes it or the token', () => {
  const max = at('form', { isMax: true })
  expect(reduceForm(max, { type: 'amountTyped', amount: '2' })).toEqual(at('form', { amount: '2' }))
  expect(reduceForm(max, { type: 'tokenChosen', token: other })).toEqual(at('form', { token: other }))
  expect(reduceForm(max, { type: 'receiverTyped', to: '0xc', receiver: ready })).toMatchObject({ isMax: true })
})

test('a new attempt clears the last error', () => {
  const after = (step: SendStep, event: SendEvent | SendStepEvent) => reduceSend(at(step, { error }), event)
  expect(after('form', { type: 'amountTyped', amount: '2' })).not.toHaveProperty('error')
  expect(after('preview', { type: 'sending' })).not.toHaveProperty('error')
})

test.each([at('form', { receiver: { status: 'checking' } }), at('form', { token: undefined })])(
  'an incomplete form is not reviewed (%#)',
  (state) => expect(reduceSend(state, { type: 'reviewed' })).toBe(state),
)

describe('opened', () => {
  const open = (state: SendState | undefined, preset?: SendState['preset'], of: Partial<typeof sender> = {}) =>
    reduceSend(state, { type: 'opened', sender: { ...sender, ...of }, preset })

  test('starts with an empty form', () => {
    const state = open(undefined)
    expect(state).toMatchObject({ ...sender, id: 1, step: 'form', amount: '', to: '', fixed: [], tokenStatus: 'ready' })
  })

  test('keeps the form and an open wallet request', () => {
    for (const state of [at('form'), at('sending'), at('looking')]) expect(open(state)).toBe(state)
    expect(open(at('preview', { fee: { status: 'loading' } }))).toEqual(at('form'))
  })

  test.each<[string, SendState | undefined]>([
    ['after a transfer that is being confirmed', open(at('confirming'))],
    ['after a completed transfer', open(at('done'))],
    ['after a transfer that was not found', open(at('lost'))],
    ["after a transfer that can't go through any more", open(at('void'))],
    ['after a failed transfer', open(at('failed'))],
    ['for another account', open(at('form'), undefined, { address: '0xc' as '0xa' })],
    ['on another network', open(at('sending'), undefined, { caipNetworkId: 'eip155:10' as 'eip155:1' })],
    ['with preset values', open(at('form'), { to: '0xd' })],
  ])('starts a new form %s', (_, state) => {
    expect(state).toMatchObject({ id: 2, step: 'form', amount: '', isMax: false })
    expect(state?.token).toBeUndefined()
  })

  test('does not change preset values', () => {
    const preset = { assetAddress: '0xt', amount: '5', to: '0xb' }
    const state = open(undefined, preset)
    expect(state).toMatchObject({ amount: '5', to: '0xb', fixed: ['token', 'amount', 'to'], tokenStatus: 'loading' })
    expect(open(state, preset)).toBe(state)
    if (!state) throw new Error('There is no form.')
    const read = reduceSend(state, { type: 'tokenRead', token: other })
    expect(read).toMatchObject({ tokenStatus: 'ready', token: other })
    for (const event of [
      { type: 'tokenChosen', token },
      { type: 'amountTyped', amount: '6' },
      { type: 'maxSet', amount: '6' },
    ] as const)
      expect(reduceSend(read, event)).toBe(read)
    // a preset address is checked once
    const checked = reduceSend(read, { type: 'receiverTyped', to: '0xb', receiver: { status: 'checking' } })
    expect(checked).toMatchObject({ receiver: { status: 'checking' } })
    expect(reduceSend(checked, { type: 'receiverTyped', to: '0xc', receiver: { status: 'checking' } })).toBe(checked)
  })
})
