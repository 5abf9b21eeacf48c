import type { Token } from '../../service/blockchain/types.js'
import { type CaipNetworkId, type Namespace, parseCaipNetworkId } from '../../utils/caip.js'
import type { SendFault, SendFee } from '../send/state.js'

/** CAIP-19, e.g. `eip155:1/slip44:60` or `eip155:1/erc20:0x…`; or the network and, but for its native currency, the token. */
export type PayAsset =
  | string
  | {
      readonly caipNetworkId: CaipNetworkId
      /** Contract or mint; the native currency where absent. */
      readonly address?: string | undefined
      /** Where it differs from that of the request, as on another chain family. */
      readonly recipient?: string | undefined
      readonly amount?: string | undefined
    }

export type PayRequest = {
  /** An address. */
  readonly recipient: string
  /** What it may be paid in: the visitor chooses among several. */
  readonly asset: PayAsset | readonly [PayAsset, ...PayAsset[]]
  /** A decimal text in whole units, e.g. `'1.5'`. */
  readonly amount: string
}

/** A payment that is in a block. */
export type Payment = { readonly hash: string; readonly caipNetworkId: CaipNetworkId }

/** One way to pay. */
export type PayOption = {
  readonly namespace: Namespace
  readonly token: Token
  readonly recipient: string
  /** As it was asked for. */
  readonly amount: string
}

/**
 * How far it has come. `looking`: the wallet failed without saying whether it has paid, and the network is searched for the payment. `lost`:
 * it was not found, and may still go through. `void`: it can't go through any more, so it may be paid again. `failed`: the wallet or the
 * network has refused it. `timedOut`: it was sent, and nobody knows what became of it. Only a choice can be changed.
 */
export type PayStep = 'choice' | 'sending' | 'looking' | 'lost' | 'void' | 'confirming' | 'done' | 'failed' | 'timedOut'

export type PayState = {
  /** Tells this one from the one before. */
  readonly id: number
  readonly options: readonly PayOption[]
  /** The place in `options` of the one that is chosen. */
  readonly selected: number
  /** What the chosen one costs beside the amount. */
  readonly fee: SendFee
  readonly step: PayStep
  /** The id among `openTransfers` of one that is looked for. */
  readonly transferId?: string | undefined
  readonly hash?: string | undefined
  readonly error?: SendFault | undefined
}

/** What waits for the end of a payment. */
export type RunningPayment = {
  readonly id: number
  resolve(payment: Payment): void
  reject(cause: Error): void
}

/** Milliseconds. */
export const payDelays = {
  /** Nobody comes back to a page that has asked for money an hour ago. */
  choice: 3_600_000,
} as const

export const payKeys = { fee: 'pay:fee' } as const

/** The option that is chosen. */
export function getPayOption({ options, selected }: PayState): PayOption | undefined {
  return options[selected]
}

/** What happens to a payment. What does not fit the step that it is in changes nothing. */
export type PayEvent =
  | { readonly type: 'opened'; readonly options: readonly PayOption[] }
  | { readonly type: 'chosen'; readonly selected: number }
  | { readonly type: 'feeAsked' }
  | { readonly type: 'feeRead'; readonly value: string }
  | { readonly type: 'feeFailed'; readonly error: SendFault }
  | { readonly type: 'sending' }
  /** The wallet was not asked to pay: it may be tried again. */
  | { readonly type: 'refused'; readonly error: SendFault }
  /** Nobody knows whether it was paid: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SendFault }
  | { readonly type: 'void'; readonly error: SendFault }
  /** The user pays again what can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  | { readonly type: 'confirmed'; readonly hash: string }
  | { readonly type: 'failed'; readonly error: SendFault }
  | { readonly type: 'timedOut'; readonly error: SendFault }
  /** Nobody waits for it any more, and nothing was sent. */
  | { readonly type: 'ended'; readonly error: SendFault }

/** The payment after an event. Gives the same state where nothing changed. */
export function reducePay(state: PayState | undefined, event: PayEvent): PayState | undefined {
  if (event.type === 'opened')
    return { id: (state?.id ?? 0) + 1, options: event.options, selected: 0, fee: { status: 'none' }, step: 'choice' }
  if (!state) return state
  const { step } = state
  switch (event.type) {
    case 'chosen':
      return step === 'choice' && event.selected !== state.selected && event.selected in state.options
        ? { ...clear(state), selected: event.selected, fee: { status: 'none' } }
        : state
    case 'feeAsked':
      return step === 'choice' ? { ...state, fee: { status: 'loading' } } : state
    case 'feeRead':
      return step === 'choice' ? { ...state, fee: { status: 'ready', value: event.value } } : state
    case 'feeFailed':
      return step === 'choice' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'sending':
      return step === 'choice' ? { ...clear(state), step: 'sending' } : state
    case 'refused':
      return step === 'sending' ? { ...state, step: 'choice', error: event.error } : state
    case 'looking':
      return isUnknown(state) ? { ...clear(state), step: 'looking', transferId: event.transferId } : state
    case 'lost':
    case 'void':
      return step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return step === 'void' ? { ...clear(state), step: 'choice', fee: { status: 'none' } } : state
    case 'sent':
      return isUnknown(state) || step === 'timedOut' ? { ...clear(state), step: 'confirming', hash: event.hash } : state
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

/** The wallet was asked, and there is no hash. */
function isUnknown({ step }: PayState): boolean {
  return step === 'sending' || step === 'looking' || step === 'lost'
}

function clear({ error: _, ...state }: PayState): PayState {
  return state
}

export type ParsedPayAsset = Exclude<PayAsset, string>

/** Network, kind and reference. */
const pattern = /^([^/]{5,41})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/

/** Kinds that are tokens with an address of their own. */
const tokenKinds = ['erc20', 'token']

/** An asset as its parts; null for what is none. `slip44` stands for the native currency. [CAIP-19] */
export function parsePayAsset(asset: PayAsset): ParsedPayAsset | null {
  if (typeof asset !== 'string') return parseCaipNetworkId(asset?.caipNetworkId) ? asset : null
  const [network, kind = '', reference = ''] = pattern.exec(asset)?.slice(1) ?? []
  if (!parseCaipNetworkId(network)) return null
  const caipNetworkId = network as CaipNetworkId
  if (kind === 'slip44') return /^\d+$/.test(reference) ? { caipNetworkId } : null
  return tokenKinds.includes(kind) ? { caipNetworkId, address: reference } : null
}
