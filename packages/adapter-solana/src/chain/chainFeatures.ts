import type { AdapterFeatures, AdapterInstance, Network } from '@latchkey/core'
import type { SolanaSendOptions } from '../features/types.js'

export type ChainRequest = { readonly network: Network; readonly signal: AbortSignal }

export type SendRequest = ChainRequest & {
  /** The transaction with all its signatures. */
  readonly signed: Uint8Array
  readonly options?: SolanaSendOptions | undefined
}

/** What the adapter reads from nodes and hands to them, wallet or no wallet. */
export type ChainFeatures = {
  readonly readBalance: AdapterFeatures['balance:read']
  readonly broadcast: AdapterFeatures['transaction:broadcast']
  readonly confirm: AdapterFeatures['transaction:confirm']
  readonly markTransaction: AdapterFeatures['transaction:mark']
  readonly findLostTransaction: AdapterFeatures['transaction:find']
  /** Resolves with the signature, base58. */
  readonly send: (request: SendRequest) => Promise<string>
  readonly buildTransfer: AdapterFeatures['transfer:build']
  readonly readTransferFee: AdapterFeatures['transfer:fee']
  readonly isReceiver: AdapterFeatures['address:check']
  readonly readToken: AdapterFeatures['token:read']
  readonly readTokenBalance: AdapterFeatures['token:balance']
  /** A blockhash for a transaction that is about to be signed. */
  readonly readBlockhash: (request: ChainRequest) => Promise<{ readonly blockhash: string }>
  /** The same by the names of the abilities. */
  readonly features: AdapterInstance['features']
}
