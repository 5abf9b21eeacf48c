import type { ChainView, IndexedTransaction, NodeInput, NodeOutput } from '../chainIndex.js'

/** Converts bitcoind's BTC amounts to satoshis, exactly: 21 million times 10⁸ is below 2⁵³. */
export function toSats(bitcoins: number): number {
  return Math.round(bitcoins * 100_000_000)
}

/** Esplora's JSON for the status of a transaction. */
export type StatusJson =
  | { readonly confirmed: false }
  | {
      readonly confirmed: true
      readonly block_height: number
      readonly block_hash: string
      readonly block_time: number
    }

export function toStatusJson({ block }: IndexedTransaction): StatusJson {
  if (!block) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
}

type OutputJson = {
  readonly scriptpubkey: string
  readonly scriptpubkey_type: string
  readonly scriptpubkey_address?: string
  readonly value: number
}

export type TxJson = {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly vin: readonly object[]
  readonly vout: readonly OutputJson[]
  readonly size: number
  readonly weight: number
  /** Satoshis; 0 for a coinbase transaction. */
  readonly fee: number
  readonly status: StatusJson
}

/** Esplora's names of script types. */
const scriptTypes: Readonly<Record<string, string>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  multisig: 'multisig',
  nulldata: 'op_return',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
}

/** Esplora's JSON for a transaction, without the disassembled scripts. */
export function toTxJson(view: ChainView, transaction: IndexedTransaction): TxJson {
  const { txid, version, locktime, size, weight, vin, vout } = transaction.node
  const spent = vin.map((input) => view.findOutput(input.txid ?? '', input.vout ?? -1))
  const paid = spent.reduce((sum, output) => sum + toSats(output?.value ?? 0), 0)
  const received = vout.reduce((sum, { value }) => sum + toSats(value), 0)
  return {
    txid,
    version,
    locktime,
    size,
    weight,
    fee: vin.some(({ coinbase }) => coinbase !== undefined) ? 0 : paid - received,
    vin: vin.map((input, index) => toInputJson(input, spent[index])),
    vout: vout.map(toOutputJson),
    status: toStatusJson(transaction),
  }
}

function toInputJson(input: NodeInput, spent: NodeOutput | undefined): object {
  return {
    // a coinbase input spends the null output
    txid: input.txid ?? '0'.repeat(64),
    vout: input.vout ?? 0xffffffff,
    prevout: spent ? toOutputJson(spent) : null,
    scriptsig: input.scriptSig?.hex ?? input.coinbase ?? '',
    ...(input.txinwitness && { witness: input.txinwitness }),
    is_coinbase: input.coinbase !== undefined,
    sequence: input.sequence,
  }
}

function toOutputJson({ scriptPubKey, value }: NodeOutput): OutputJson {
  return {
    scriptpubkey: scriptPubKey.hex,
    scriptpubkey_type: scriptTypes[scriptPubKey.type] ?? 'unknown',
    ...(scriptPubKey.address !== undefined && { scriptpubkey_address: scriptPubKey.address }),
    value: toSats(value),
  }
}
