import type { Account, Network } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { crypto, Psbt, Transaction } from 'bitcoinjs-lib'
import { type ParsedAddress, parseAddress, toScript } from '../address.js'
import { invalidParams, isSameBytes } from '../encoding.js'
import type { ChainFeatures } from '../features/chainFeatures.js'
import type { Utxo } from '../rpc/read.js'
import { mayHaveInscriptions, type SelectionRequest, selectCoins, toFee, toSpendable, toSum } from './coins.js'
import { isDust, type Transfer } from './transfers.js'

export type TransferContext = {
  readonly chain: ChainFeatures
  readonly transfer: Transfer
  readonly account: Account
  readonly network: Network
  readonly signal: AbortSignal
}

/** Builds an unsigned payment from the account, with the change going back to it. Throws `TRANSACTION_REJECTED`. */
export async function buildPsbt(context: TransferContext): Promise<Uint8Array> {
  const { chain, transfer, account, network, signal } = context
  const from = parseAddress(account.address)
  if (!from) throw invalidParams('account is not an address.')
  const utxos = await chain.readUtxos({ network, address: account.address, signal })
  const feeRate = transfer.feeRate ?? (await chain.readFeeRate({ network, signal }))
  const request: SelectionRequest = {
    utxos,
    sats: transfer.sats,
    keepsInscriptions: mayHaveInscriptions(from),
    isDust: (change) => isDust(from.type, change),
    toFee: (inputs, hasChange) => toFee({ from, to: transfer.to, feeRate }, inputs, hasChange),
  }
  const selection = selectCoins(request)
  if (!selection)
    throw new RpcError(-32003, 'TRANSACTION_REJECTED', {
      details: `The account can spend ${toSum(toSpendable(request))} sats: not enough for ${transfer.sats} and the fee.`,
      isUnsent: true,
    })
  const psbt = new Psbt()
  for (const coin of selection.coins) psbt.addInput({ ...toPoint(coin), ...(await toProof(context, from, coin)) })
  psbt.addOutput({ script: transfer.to.script, value: transfer.sats })
  if (selection.change > 0n) psbt.addOutput({ script: from.script, value: selection.change })
  return psbt.toBuffer()
}

/** The reference to a coin. Its sequence allows a replacement with a higher fee (BIP-125), as wallets offer it. */
function toPoint({ txid, index }: Utxo): { readonly hash: string; readonly index: number; readonly sequence: number } {
  return { hash: txid, index, sequence: 0xfffffffd }
}

type Proof = {
  nonWitnessUtxo?: Uint8Array
  witnessUtxo?: { script: Uint8Array; value: bigint }
  redeemScript?: Uint8Array
  tapInternalKey?: Uint8Array
}

/** The data about a coin that a signer needs. */
async function toProof(
  { chain, account, network, signal }: TransferContext,
  from: ParsedAddress,
  coin: Utxo,
): Promise<Proof> {
  const { txid, sats: value } = coin
  const witnessUtxo = { script: from.script, value }
  if (from.type === 'p2tr') {
    const tapInternalKey = account.publicKey && toInternalKey(hex.decode(account.publicKey), from)
    return { witnessUtxo, ...(tapInternalKey && { tapInternalKey }) }
  }
  if (from.type === 'p2wpkh') return { witnessUtxo }
  if (from.type === 'p2sh' && account.publicKey)
    return { witnessUtxo, redeemScript: toScript('p2wpkh', crypto.hash160(hex.decode(account.publicKey))) }
  const previous = await chain.fetchBytes({ network, txid, signal })
  const output = previous && Transaction.fromBuffer(previous).outs[coin.index]
  if (!previous || output?.value !== value)
    throw new RpcError(-32003, 'TRANSACTION_REJECTED', {
      details: `The nodes no longer know ${txid}.`,
      isUnsent: true,
    })
  return { nonWitnessUtxo: previous }
}

/**
 * The internal key of a Taproot output without scripts (BIP-86), which some wallets need to recognize the input. Undefined for another
 * key: wallets may report the output key instead.
 */
function toInternalKey(publicKey: Uint8Array, { hash: outputKey }: ParsedAddress): Uint8Array | undefined {
  const { Point, utils } = schnorr
  const internalKey = publicKey.length === 32 ? publicKey : publicKey.slice(1, 33)
  try {
    const tweak = Point.Fn.fromBytes(utils.taggedHash('TapTweak', internalKey))
    const point = Point.fromBytes(Uint8Array.of(2, ...internalKey)).add(Point.BASE.multiply(tweak))
    return isSameBytes(utils.pointToBytes(point), outputKey) ? internalKey : undefined
  } catch {
    return undefined // not a point of the curve
  }
}
