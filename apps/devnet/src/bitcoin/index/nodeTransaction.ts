/** A transaction as bitcoind tells it; amounts in BTC. */
export type NodeTransaction = {
  readonly txid: string
  readonly version: number
  readonly size: number
  readonly weight: number
  readonly locktime: number
  readonly hex: string
  readonly vin: readonly NodeInput[]
  readonly vout: readonly NodeOutput[]
}

export type NodeInput = {
  readonly coinbase?: string
  readonly txid?: string
  readonly vout?: number
  readonly scriptSig?: { readonly hex: string }
  readonly txinwitness?: readonly string[]
  readonly sequence: number
}

export type NodeOutput = {
  readonly value: number
  readonly n: number
  readonly scriptPubKey: { readonly hex: string; readonly type: string; readonly address?: string }
}

export type NodeBlock = {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly previousblockhash?: string
  readonly tx: readonly NodeTransaction[]
}
