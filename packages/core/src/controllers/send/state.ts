import type { Token } from '../../api/blockchain/types.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { Sender } from '../transfers/sender.js'

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
