import type { Token } from '../../service/blockchain/types.js'
import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import type { SendError, SendFee } from '../send/state.js'

export type PayRequest = {
  /** Address of the recipient. */
  readonly recipient: string
  /** Accepted assets; the user chooses if there are several. */
  readonly asset: PayAsset | readonly [PayAsset, ...PayAsset[]]
  /** A decimal string in whole units, e.g. `'1.5'`. */
  readonly amount: string
}

/** A CAIP-19 id, e.g. `eip155:1/slip44:60` or `eip155:1/erc20:0x…`, or the same as an object. */
export type PayAsset =
  | string
  | {
      readonly caipNetworkId: CaipNetworkId
      /** Contract or mint. Default: the native currency. */
      readonly address?: string | undefined
      /** Overrides the recipient of the request, e.g. for another namespace. */
      readonly recipient?: string | undefined
      /** Overrides the amount of the request. */
      readonly amount?: string | undefined
    }

/** A payment option: one of the accepted assets. */
export type PayOption = {
  readonly namespace: Namespace
  readonly token: Token
  readonly recipient: string
  /** As requested, in whole units. */
  readonly amount: string
}

/** A confirmed payment. */
export type Payment = { readonly hash: string; readonly caipNetworkId: CaipNetworkId }

/** The payment that the app has requested. */
export type PayState = {
  /** Distinguishes this payment from earlier ones. */
  readonly id: number
  readonly options: readonly PayOption[]
  /** Index of the chosen option. */
  readonly selected: number
  /** Network fee of the chosen option. */
  readonly fee: SendFee
  /** Address of the account that the fee was read for. */
  readonly payer?: string | undefined
  readonly step: PayStep
  /** Id of the entry in `openTransfers` while the network is searched. */
  readonly transferId?: string | undefined
  readonly hash?: string | undefined
  readonly error?: SendError | undefined
}

/**
 * Step of a payment. `looking`: the wallet failed in a way that leaves open whether it has paid, so the network is
 * searched for the payment. `lost`: not found, but may still go through. `void`: can't go through any more, so it may
 * be paid again. `failed`: ended without a payment. `timedOut`: sent, but the outcome is unknown. Only a `choice` can be
 * changed; with an `error`, nothing was sent at the last attempt.
 */
export type PayStep = 'choice' | 'sending' | 'looking' | 'lost' | 'void' | 'confirming' | 'done' | 'failed' | 'timedOut'

/** The app's pending promise of a payment. */
export type RunningPayment = {
  readonly id: number
  /** Why nothing was sent at the last attempt: the reason for the app, unless the user retries. */
  refusal?: Error | undefined
  resolve(payment: Payment): void
  reject(cause: Error): void
}

/** Milliseconds. */
export const payDelays = {
  /** Timeout of the user's decision. */
  choice: 3_600_000,
} as const

/** Keys of attempts. */
export const payKeys = { options: 'pay:options', fee: 'pay:fee' } as const

/** Returns the chosen option. */
export function getPayOption({ options, selected }: PayState): PayOption | undefined {
  return options[selected]
}

/** Events of a payment. Those that don't fit the current step are ignored. */
export type PayEvent =
  | { readonly type: 'opened'; readonly options: readonly PayOption[] }
  | { readonly type: 'chosen'; readonly selected: number }
  | { readonly type: 'feeAsked'; readonly payer: string }
  | { readonly type: 'feeRead'; readonly value: string }
  | { readonly type: 'feeFailed'; readonly error: SendError }
  | { readonly type: 'sending' }
  /** Nothing was sent, so it may be retried. */
  | { readonly type: 'refused'; readonly error: SendError }
  /** It is unknown whether it was paid: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SendError }
  | { readonly type: 'void'; readonly error: SendError }
  /** The user retries a payment that wasn't sent or can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  | { readonly type: 'confirmed'; readonly hash: string }
  | { readonly type: 'failed'; readonly error: SendError }
  | { readonly type: 'timedOut'; readonly error: SendError }
  /** The app's promise has settled, and nothing was sent. */
  | { readonly type: 'ended'; readonly error: SendError }

/** Applies an event to the payment. Returns the same state if nothing changed. */
export function reducePay(state: PayState | undefined, event: PayEvent): PayState | undefined {
  if (event.type === 'opened')
    return { id: (state?.id ?? 0) + 1, options: event.options, selected: 0, fee: { status: 'none' }, step: 'choice' }
  if (!state) return state
  const { step } = state
  switch (event.type) {
    case 'chosen':
      return step === 'choice' && event.selected !== state.selected && event.selected in state.options
        ? { ...clearError(state), selected: event.selected, fee: { status: 'none' } }
        : state
    case 'feeAsked':
      return step === 'choice' ? { ...state, fee: { status: 'loading' }, payer: event.payer } : state
    case 'feeRead':
      return step === 'choice' ? { ...state, fee: { status: 'ready', value: event.value } } : state
    case 'feeFailed':
      return step === 'choice' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'sending':
      return step === 'choice' ? { ...clearError(state), step: 'sending' } : state
    case 'refused':
      return isUnknown(state) ? { ...state, step: 'choice', error: event.error } : state
    case 'looking':
      return isUnknown(state) ? { ...clearError(state), step: 'looking', transferId: event.transferId } : state
    case 'lost':
    case 'void':
      return step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return step === 'void' || (step === 'choice' && state.error)
        ? { ...clearError(state), step: 'choice', fee: { status: 'none' } }
        : state
    case 'sent':
      return isUnknown(state) || step === 'timedOut'
        ? { ...clearError(state), step: 'confirming', hash: event.hash }
        : state
    case 'confirmed':
      return step === 'confirming' ? { ...state, step: 'done', hash: event.hash } : state
    case 'ended':
      return step === 'choice' || step === 'void' ? { ...state, step: 'failed', error: event.error } : state
    case 'timedOut':
      return step === 'confirming' ? { ...state, step: 'timedOut', error: event.error } : state
    case 'failed':
      return isUnknown(state) || step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
  }
}

/** Whether the wallet was asked and there is no hash yet. */
function isUnknown({ step }: PayState): boolean {
  return step === 'sending' || step === 'looking' || step === 'lost'
}

function clearError({ error: _, ...state }: PayState): PayState {
  return state
}

type ParsedPayAsset = Exclude<PayAsset, string>

/** Network, asset namespace and reference. */
const assetPattern = /^([^/]{5,41})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/

/** Asset namespaces whose reference is a token address. */
const tokenNamespaces = ['erc20', 'token']

/** Parses an asset; null if it is invalid. `slip44` is the native currency. [CAIP-19] */
export function parsePayAsset(asset: PayAsset): ParsedPayAsset | null {
  if (typeof asset !== 'string') return parseCaipNetworkId(asset?.caipNetworkId) ? asset : null
  const [network, assetNamespace = '', reference = ''] = assetPattern.exec(asset)?.slice(1) ?? []
  if (!parseCaipNetworkId(network)) return null
  const caipNetworkId = network as CaipNetworkId
  if (assetNamespace === 'slip44') return /^\d+$/.test(reference) ? { caipNetworkId } : null
  return tokenNamespaces.includes(assetNamespace) ? { caipNetworkId, address: reference } : null
}
