import type { ErrorCode } from '../../errors/codes.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Token } from '../../service/blockchain/types.js'
import type { Sender } from '../transfers/state.js'

/** A transfer of one account on one network. */
export type SendState = Sender & {
  /** Distinguishes this transfer from earlier ones. */
  readonly id: number
  /** Values that the app passed to `open`. Compared by identity. */
  readonly preset: SendPreset | undefined
  /** Fields preset by the app, which the user cannot change. */
  readonly fixed: readonly SendField[]
  /** `failed`: the preset token could not be read. */
  readonly tokenStatus: 'ready' | 'loading' | 'failed'
  readonly token?: Token | undefined
  /** As typed, in whole units. */
  readonly amount: string
  /** The amount is all of the native currency less the fee, so it follows the fee that the review reads. */
  readonly isMax: boolean
  /** As typed: an address or a name. */
  readonly to: string
  readonly receiver: SendReceiver
  readonly fee: SendFee
  readonly step: SendStep
  /** Id of the entry in `openTransfers` while the network is searched. */
  readonly transferId?: string | undefined
  readonly hash?: string | undefined
  /** Why the last attempt failed; where `tokenStatus` is `failed`, why the token could not be read. */
  readonly error?: SendError | undefined
}

/**
 * Step of a transfer. `looking`: the wallet failed in a way that leaves open whether it was sent, so the network is
 * searched for it. `lost`: not found, but may still go through. `void`: can't go through any more, so it may be sent
 * again. `confirming`: the wallet has sent it; if `error` is set, its outcome is unknown. `failed`: failed on the
 * network. Only a `form` can be edited.
 */
export type SendStep = 'form' | 'preview' | 'sending' | 'looking' | 'lost' | 'void' | 'confirming' | 'done' | 'failed'

/** The receiver, as far as it is resolved. */
export type SendReceiver =
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  /** `name`: set if a name was typed that resolves to this address. */
  | { readonly status: 'ready'; readonly address: string; readonly name?: string | undefined }
  | { readonly status: 'invalid' }
  /** The lookup failed. */
  | { readonly status: 'failed'; readonly error: SendError }

/** The max network fee. `value`: atomic units of the native currency, as decimal digits. */
export type SendFee =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: string }
  | { readonly status: 'failed'; readonly error: SendError }

export type SendError = { readonly code: ErrorCode; readonly message: string; readonly details?: string | undefined }

/** A transfer that was sent. */
export type SentTransfer = {
  /** The network's id of the transaction: the hash on EVM, the signature on Solana, the txid on Bitcoin. */
  readonly hash: string
}

/** Values that the app passed to `open`. */
type SendPreset = {
  readonly assetAddress?: string | undefined
  readonly amount?: string | undefined
  readonly to?: string | undefined
}

type SendField = 'token' | 'amount' | 'to'

/** Milliseconds from the last keystroke to the lookup of a name. */
export const sendDebounce = 500

/** Timeout of the user's decision in `requestSend`, in milliseconds. */
export const sendWait = 3_600_000

/** Keys of attempts and timers. */
export const sendKeys = { receiver: 'send:receiver', token: 'send:token', fee: 'send:fee', max: 'send:max' } as const

/** Events of the form. Those that don't fit the current step are ignored. */
export type SendEvent =
  | { readonly type: 'opened'; readonly sender: Sender; readonly preset: SendPreset | undefined }
  | { readonly type: 'tokenFailed'; readonly error: SendError }
  | { readonly type: 'tokenChosen'; readonly token: Token }
  | { readonly type: 'amountTyped'; readonly amount: string }
  /** The amount was set to all of the native currency less the fee. */
  | { readonly type: 'maxSet'; readonly amount: string }
  | { readonly type: 'receiverTyped'; readonly to: string; readonly receiver: SendReceiver }
  /** `to`: the text that was checked. */
  | { readonly type: 'receiverChecked'; readonly to: string; readonly receiver: SendReceiver }
  /** The user retries the lookups that failed. */
  | { readonly type: 'lookupsRetried' }

/** Applies a form event. Returns the same state if nothing changed. */
export function reduceSend(state: SendState | undefined, event: SendEvent): SendState | undefined {
  if (event.type === 'opened') return open(state, event)
  if (state?.step !== 'form') return state
  const { fixed } = state
  switch (event.type) {
    case 'tokenFailed':
      return state.tokenStatus === 'loading' ? { ...state, tokenStatus: 'failed', error: event.error } : state
    case 'tokenChosen':
      // the address of another network's token is that of another token here
      return fixed.includes('token') || event.token.caipNetworkId !== state.caipNetworkId
        ? state
        : clearError({ ...state, tokenStatus: 'ready', token: event.token, isMax: false })
    case 'amountTyped':
      return fixed.includes('amount') || event.amount === state.amount
        ? state
        : { ...clearError(state), amount: event.amount, isMax: false }
    case 'maxSet':
      return fixed.includes('amount') ? state : { ...clearError(state), amount: event.amount, isMax: true }
    case 'receiverTyped':
      return fixed.includes('to') && state.receiver.status !== 'none'
        ? state
        : { ...clearError(state), to: event.to, receiver: event.receiver }
    case 'receiverChecked':
      return event.to === state.to ? { ...state, receiver: event.receiver } : state
    case 'lookupsRetried':
      return state.tokenStatus === 'failed' || state.receiver.status === 'failed'
        ? clearError({
            ...state,
            tokenStatus: state.tokenStatus === 'failed' ? 'loading' : state.tokenStatus,
            receiver: state.receiver.status === 'failed' ? { status: 'checking' } : state.receiver,
          })
        : state
  }
}

/** Events after the form. Those that don't fit the current step are ignored. */
export type SendStepEvent =
  /** The preset token was read. */
  | { readonly type: 'tokenRead'; readonly token: Token }
  | { readonly type: 'reviewed' }
  /** `amount`: what this fee leaves, if the amount follows the fee. */
  | { readonly type: 'feeRead'; readonly value: string; readonly amount?: string | undefined }
  | { readonly type: 'feeFailed'; readonly error: SendError }
  | { readonly type: 'sending' }
  /** Nothing was sent. */
  | { readonly type: 'refused'; readonly error: SendError }
  /** It is unknown whether it was sent: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SendError }
  | { readonly type: 'void'; readonly error: SendError }
  /** The user retries a transfer that was refused or can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  /** The outcome is not known yet. */
  | { readonly type: 'unconfirmed'; readonly error: SendError }
  | { readonly type: 'confirmed'; readonly hash: string }
  /** Failed on the network. */
  | { readonly type: 'failed'; readonly error: SendError }

/** Applies a step event. Returns the same state if nothing changed. */
export function reduceSendStep(state: SendState, event: SendStepEvent): SendState {
  switch (event.type) {
    case 'tokenRead':
      return state.step === 'form' && state.tokenStatus === 'loading'
        ? { ...state, tokenStatus: 'ready', token: event.token }
        : state
    case 'reviewed':
      return state.step === 'form' && state.token && state.receiver.status === 'ready'
        ? { ...clearError(state), step: 'preview', fee: { status: 'loading' } }
        : state
    case 'feeRead':
      return state.step === 'preview'
        ? { ...state, amount: event.amount ?? state.amount, fee: { status: 'ready', value: event.value } }
        : state
    case 'feeFailed':
      return state.step === 'preview' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'sending':
      return state.step === 'preview' ? { ...clearError(state), step: 'sending' } : state
    case 'refused':
      return isUnknown(state) ? { ...state, step: 'preview', error: event.error } : state
    case 'looking':
      return isUnknown(state) ? { ...clearError(state), step: 'looking', transferId: event.transferId } : state
    case 'lost':
    case 'void':
      return state.step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return state.step === 'void' || (state.step === 'preview' && state.error)
        ? { ...clearError(state), step: 'preview', fee: { status: 'loading' } }
        : state
    case 'sent':
      return isUnknown(state) || state.step === 'confirming'
        ? { ...clearError(state), step: 'confirming', hash: event.hash }
        : state
    case 'unconfirmed':
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clearError(state), step: 'done', hash: event.hash } : state
    case 'failed':
      return state.step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
  }
}

/** Converts a thrown value to the error in the state. */
export function toSendError(cause: unknown): SendError {
  const { code, shortMessage: message, details } = toLatchkeyError(cause)
  return { code, message, ...(details !== undefined && { details }) }
}

function open(
  state: SendState | undefined,
  { sender, preset }: Extract<SendEvent, { type: 'opened' }>,
): SendState | undefined {
  const isSame = state !== undefined && state.address === sender.address && state.caipNetworkId === sender.caipNetworkId
  // a request to the wallet is pending: show its outcome
  if (isSame && (state.step === 'sending' || state.step === 'looking')) return state
  // keep the form as the user left it
  const isForm = state?.step === 'form' || state?.step === 'preview'
  if (isSame && isForm && (preset === undefined ? state.fixed.length === 0 : preset === state.preset))
    return backToForm(state)
  const none = { status: 'none' } as const
  return {
    ...sender,
    id: (state?.id ?? 0) + 1,
    preset,
    fixed: toFixedFields(preset),
    tokenStatus: preset ? 'loading' : 'ready',
    amount: preset?.amount ?? '',
    isMax: false,
    to: preset?.to ?? '',
    receiver: none,
    fee: none,
    step: 'form',
  }
}

function toFixedFields(preset: SendPreset | undefined): readonly SendField[] {
  if (!preset) return []
  // an amount only makes sense for a token, so it fixes that, too
  const fields = { token: preset.assetAddress ?? preset.amount, amount: preset.amount, to: preset.to }
  return (Object.keys(fields) as SendField[]).filter((field) => fields[field] !== undefined)
}

/** Whether the wallet was asked and there is no hash yet. */
function isUnknown({ step }: SendState): boolean {
  return step === 'sending' || step === 'looking' || step === 'lost'
}

/** Removes the error of the last attempt. That of a token that could not be read stays until it is read again. */
function clearError(state: SendState): SendState {
  if (state.tokenStatus === 'failed') return state
  const { error: _, ...rest } = state
  return rest
}

/** Returns from the preview to the form; a pending transfer stays. */
function backToForm(state: SendState): SendState {
  return state.step === 'preview' ? { ...clearError(state), step: 'form', fee: { status: 'none' } } : state
}
