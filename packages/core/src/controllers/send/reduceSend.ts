import type { Token } from '../../api/blockchain/types.js'
import type { Sender } from '../transfers/sender.js'
import type { SendFault, SendField, SendReceiver, SendState, SendWish } from './state.js'

/** What happens to a transfer. What does not fit the step that it is in changes nothing. */
export type SendEvent =
  | { readonly type: 'opened'; readonly sender: Sender; readonly wish: SendWish | undefined }
  /** Of `open`: read before it can be shown. */
  | { readonly type: 'tokenRead'; readonly token: Token }
  | { readonly type: 'tokenFailed'; readonly error: SendFault }
  | { readonly type: 'tokenChosen'; readonly token: Token }
  | { readonly type: 'amountTyped'; readonly amount: string }
  | { readonly type: 'receiverTyped'; readonly to: string; readonly receiver: SendReceiver }
  /** `to`: the text that it is the answer for. */
  | { readonly type: 'receiverChecked'; readonly to: string; readonly receiver: SendReceiver }
  | { readonly type: 'reviewed' }
  | { readonly type: 'feeRead'; readonly value: string }
  | { readonly type: 'feeFailed'; readonly error: SendFault }
  /** The visitor goes back to the form. */
  | { readonly type: 'left' }
  | { readonly type: 'sending' }
  /** Nothing was sent. */
  | { readonly type: 'refused'; readonly error: SendFault }
  | { readonly type: 'sent'; readonly hash: string }
  /** Nobody knows yet what became of it. */
  | { readonly type: 'unconfirmed'; readonly error: SendFault }
  | { readonly type: 'confirmed' }
  /** The network has refused it. */
  | { readonly type: 'failed'; readonly error: SendFault }

const none = { status: 'none' } as const

/** The transfer after an event. Gives the same state where nothing changed. */
export function reduceSend(state: SendState | undefined, event: SendEvent): SendState | undefined {
  if (event.type === 'opened') return open(state, event)
  if (!state) return state
  switch (event.type) {
    case 'feeRead':
      return state.step === 'preview' ? { ...state, fee: { status: 'ready', value: event.value } } : state
    case 'feeFailed':
      return state.step === 'preview' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'left':
      return state.step === 'preview' ? { ...clear(state), step: 'form', fee: none } : state
    case 'sending':
      return state.step === 'preview' ? { ...clear(state), step: 'sending' } : state
    case 'refused':
      return state.step === 'sending' ? { ...state, step: 'preview', error: event.error } : state
    case 'sent':
      return state.step === 'sending' ? { ...state, step: 'confirming', hash: event.hash } : state
    case 'unconfirmed':
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clear(state), step: 'done' } : state
    case 'failed':
      return state.step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
    default:
      return state.step === 'form' ? fill(state, event) : state
  }
}

type FormEvent = Extract<
  SendEvent,
  {
    type: 'tokenRead' | 'tokenFailed' | 'tokenChosen' | 'amountTyped' | 'receiverTyped' | 'receiverChecked' | 'reviewed'
  }
>

function fill(state: SendState, event: FormEvent): SendState {
  switch (event.type) {
    case 'tokenRead':
      return state.tokenStatus === 'loading' ? { ...state, tokenStatus: 'ready', token: event.token } : state
    case 'tokenFailed':
      return state.tokenStatus === 'loading' ? { ...state, tokenStatus: 'failed', error: event.error } : state
    case 'tokenChosen':
      return isFixed(state, 'token') ? state : { ...clear(state), tokenStatus: 'ready', token: event.token }
    case 'amountTyped':
      return isFixed(state, 'amount') || event.amount === state.amount
        ? state
        : { ...clear(state), amount: event.amount }
    case 'receiverTyped':
      return isFixed(state, 'to') && state.receiver.status !== 'none'
        ? state
        : { ...clear(state), to: event.to, receiver: event.receiver }
    case 'receiverChecked':
      return event.to === state.to ? { ...state, receiver: event.receiver } : state
    case 'reviewed':
      return state.token && state.receiver.status === 'ready'
        ? { ...clear(state), step: 'preview', fee: { status: 'loading' } }
        : state
  }
}

function open(
  state: SendState | undefined,
  { sender, wish }: Extract<SendEvent, { type: 'opened' }>,
): SendState | undefined {
  const isSame = state !== undefined && state.address === sender.address && state.caipNetworkId === sender.caipNetworkId
  // the wallet is being asked: whatever it answers is shown
  if (isSame && state.step === 'sending') return state
  // coming back to the form finds it as it was left
  const isForm = state?.step === 'form' || state?.step === 'preview'
  if (isSame && isForm && (wish === undefined ? state.fixed.length === 0 : wish === state.wish))
    return reduceSend(state, { type: 'left' })
  return {
    ...sender,
    id: (state?.id ?? 0) + 1,
    wish,
    fixed: toFixed(wish),
    tokenStatus: 'ready',
    amount: wish?.amount ?? '',
    to: wish?.to ?? '',
    receiver: none,
    fee: none,
    step: 'form',
    ...(wish && { tokenStatus: 'loading' }),
  }
}

function toFixed(wish: SendWish | undefined): readonly SendField[] {
  if (!wish) return []
  // an amount is one of a token
  const fields = { token: wish.assetAddress ?? wish.amount, amount: wish.amount, to: wish.to }
  return (Object.keys(fields) as SendField[]).filter((field) => fields[field] !== undefined)
}

function isFixed({ fixed }: SendState, field: SendField): boolean {
  return fixed.includes(field)
}

/** Without what was said of the last sending. */
function clear({ error: _, ...state }: SendState): SendState {
  return state
}
