import type { Token } from '../../api/blockchain/types.js'
import type { Sender } from '../transfers/sender.js'
import { clearSend } from './clearSend.js'
import { leaveSend } from './leaveSend.js'
import type { SendFault, SendField, SendReceiver, SendState, SendWish } from './state.js'

/**
 * What happens to the form of a transfer; for what becomes of it see reduceSendStep.ts. What does not fit the step that it is in
 * changes nothing.
 */
export type SendEvent =
  | { readonly type: 'opened'; readonly sender: Sender; readonly wish: SendWish | undefined }
  | { readonly type: 'tokenFailed'; readonly error: SendFault }
  | { readonly type: 'tokenChosen'; readonly token: Token }
  | { readonly type: 'amountTyped'; readonly amount: string }
  | { readonly type: 'receiverTyped'; readonly to: string; readonly receiver: SendReceiver }
  /** `to`: the text that it is the answer for. */
  | { readonly type: 'receiverChecked'; readonly to: string; readonly receiver: SendReceiver }

/** The transfer after an event. Gives the same state where nothing changed. */
export function reduceSend(state: SendState | undefined, event: SendEvent): SendState | undefined {
  if (event.type === 'opened') return open(state, event)
  if (state?.step !== 'form') return state
  const { fixed } = state
  switch (event.type) {
    case 'tokenFailed':
      return state.tokenStatus === 'loading' ? { ...state, tokenStatus: 'failed', error: event.error } : state
    case 'tokenChosen':
      return fixed.includes('token') ? state : { ...clearSend(state), tokenStatus: 'ready', token: event.token }
    case 'amountTyped':
      return fixed.includes('amount') || event.amount === state.amount
        ? state
        : { ...clearSend(state), amount: event.amount }
    case 'receiverTyped':
      return fixed.includes('to') && state.receiver.status !== 'none'
        ? state
        : { ...clearSend(state), to: event.to, receiver: event.receiver }
    case 'receiverChecked':
      return event.to === state.to ? { ...state, receiver: event.receiver } : state
  }
}

function open(
  state: SendState | undefined,
  { sender, wish }: Extract<SendEvent, { type: 'opened' }>,
): SendState | undefined {
  const isSame = state !== undefined && state.address === sender.address && state.caipNetworkId === sender.caipNetworkId
  // the wallet is being asked: whatever it answers is shown
  if (isSame && (state.step === 'sending' || state.step === 'looking')) return state
  // coming back to the form finds it as it was left
  const isForm = state?.step === 'form' || state?.step === 'preview'
  if (isSame && isForm && (wish === undefined ? state.fixed.length === 0 : wish === state.wish)) return leaveSend(state)
  const none = { status: 'none' } as const
  return {
    ...sender,
    id: (state?.id ?? 0) + 1,
    wish,
    fixed: toFixed(wish),
    tokenStatus: wish ? 'loading' : 'ready',
    amount: wish?.amount ?? '',
    to: wish?.to ?? '',
    receiver: none,
    fee: none,
    step: 'form',
  }
}

function toFixed(wish: SendWish | undefined): readonly SendField[] {
  if (!wish) return []
  // an amount is one of a token
  const fields = { token: wish.assetAddress ?? wish.amount, amount: wish.amount, to: wish.to }
  return (Object.keys(fields) as SendField[]).filter((field) => fields[field] !== undefined)
}
