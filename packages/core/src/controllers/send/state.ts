import type { ErrorCode } from '../../errors/codes.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { Token } from '../../service/blockchain/types.js'
import type { Sender } from '../transfers/state.js'

export type SendFault = { readonly code: ErrorCode; readonly message: string; readonly details?: string | undefined }

/** Whom it goes to, as far as that is known. */
export type SendReceiver =
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  /** `name`: where a name was typed, and has this address. */
  | { readonly status: 'ready'; readonly address: string; readonly name?: string | undefined }
  | { readonly status: 'invalid' }
  /** Nobody could say. */
  | { readonly status: 'failed'; readonly error: SendFault }

/** What it costs at most. `value`: atomic units of the native currency, as decimal digits. */
export type SendFee =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: string }
  | { readonly status: 'failed'; readonly error: SendFault }

/**
 * How far it has come. `looking`: the wallet failed without saying whether it was sent, and the network is searched for it. `lost`: it was not
 * found, and may still go through. `void`: it can't go through any more, so it may be sent again. `confirming`: the wallet has sent it; with
 * an error nobody knows what became of it. `failed`: the network has refused what was sent. Only a form can be changed.
 */
export type SendStep = 'form' | 'preview' | 'sending' | 'looking' | 'lost' | 'void' | 'confirming' | 'done' | 'failed'

/** What `open` was told. */
export type SendWish = {
  readonly assetAddress?: string | undefined
  readonly amount?: string | undefined
  readonly to?: string | undefined
}

export type SendField = 'token' | 'amount' | 'to'

/** A transfer of one account on one network. */
export type SendState = Sender & {
  /** Tells this one from the one before. */
  readonly id: number
  readonly wish: SendWish | undefined
  /** What `open` has given: the visitor sees it and cannot change it. */
  readonly fixed: readonly SendField[]
  /** `failed`: the token that was asked for is none. */
  readonly tokenStatus: 'ready' | 'loading' | 'failed'
  readonly token?: Token | undefined
  /** As it was typed. */
  readonly amount: string
  /** As it was typed: an address or a name. */
  readonly to: string
  readonly receiver: SendReceiver
  readonly fee: SendFee
  readonly step: SendStep
  /** The id among `openTransfers` of one that is looked for. */
  readonly transferId?: string | undefined
  readonly hash?: string | undefined
  /** What became of the last sending. */
  readonly error?: SendFault | undefined
}

/** Milliseconds from the last key to the question whose name it is. */
export const sendDebounce = 500

/** What the wallet has sent. */
export type SentTransfer = {
  /** The id that the network knows it by: a transaction hash on EVM, a signature on Solana, a txid on Bitcoin. */
  readonly hash: string
}

/** Milliseconds: nobody comes back to a form that was opened an hour ago. */
export const sendWait = 3_600_000

/** Names of what runs. */
export const sendKeys = { receiver: 'send:receiver', token: 'send:token', fee: 'send:fee', max: 'send:max' } as const

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

/** What becomes of a form that is filled in. What does not fit the step that the transfer is in changes nothing. */
export type SendStepEvent =
  /** Of `open`: read before it can be shown. */
  | { readonly type: 'tokenRead'; readonly token: Token }
  | { readonly type: 'reviewed' }
  | { readonly type: 'feeRead'; readonly value: string }
  | { readonly type: 'feeFailed'; readonly error: SendFault }
  /** The visitor goes back to the form. */
  | { readonly type: 'left' }
  | { readonly type: 'sending' }
  /** Nothing was sent. */
  | { readonly type: 'refused'; readonly error: SendFault }
  /** Nobody knows whether it was sent: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SendFault }
  | { readonly type: 'void'; readonly error: SendFault }
  /** The user sends again what can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  /** Nobody knows yet what became of it. */
  | { readonly type: 'unconfirmed'; readonly error: SendFault }
  | { readonly type: 'confirmed'; readonly hash: string }
  /** The network has refused it. */
  | { readonly type: 'failed'; readonly error: SendFault }

/** The transfer after an event. Gives the same state where nothing changed. */
export function reduceSendStep(state: SendState, event: SendStepEvent): SendState {
  switch (event.type) {
    case 'tokenRead':
      return state.step === 'form' && state.tokenStatus === 'loading'
        ? { ...state, tokenStatus: 'ready', token: event.token }
        : state
    case 'reviewed':
      return state.step === 'form' && state.token && state.receiver.status === 'ready'
        ? { ...clearSend(state), step: 'preview', fee: { status: 'loading' } }
        : state
    case 'feeRead':
      return state.step === 'preview' ? { ...state, fee: { status: 'ready', value: event.value } } : state
    case 'feeFailed':
      return state.step === 'preview' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'left':
      return leaveSend(state)
    case 'sending':
      return state.step === 'preview' ? { ...clearSend(state), step: 'sending' } : state
    case 'refused':
      return isUnknown(state) ? { ...state, step: 'preview', error: event.error } : state
    case 'looking':
      return isUnknown(state) ? { ...clearSend(state), step: 'looking', transferId: event.transferId } : state
    case 'lost':
    case 'void':
      return state.step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return state.step === 'void' ? { ...clearSend(state), step: 'preview', fee: { status: 'loading' } } : state
    case 'sent':
      return isUnknown(state) || state.step === 'confirming'
        ? { ...clearSend(state), step: 'confirming', hash: event.hash }
        : state
    case 'unconfirmed':
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clearSend(state), step: 'done', hash: event.hash } : state
    case 'failed':
      return state.step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
  }
}

/** The wallet was asked, and there is no hash. */
function isUnknown({ step }: SendState): boolean {
  return step === 'sending' || step === 'looking' || step === 'lost'
}

/** Without what was said of the last sending. */
export function clearSend({ error: _, ...state }: SendState): SendState {
  return state
}

/** The form of a transfer, as it was before its preview; what is under way stays. */
export function leaveSend(state: SendState): SendState {
  return state.step === 'preview' ? { ...clearSend(state), step: 'form', fee: { status: 'none' } } : state
}

/** An error as the state holds it. */
export function toFault({ code, shortMessage: message, details }: LatchkeyError): SendFault {
  return { code, message, ...(details !== undefined && { details }) }
}
