import { address as addresses, Psbt, Transaction } from 'bitcoinjs-lib'
import { createRpcError } from '../../scripted/rpc.js'
import type { BitcoinNetworkName } from '../bitcoinWallet.js'
import { type BitcoinKey, toNetwork } from '../keys/createKey.js'
import { signBitcoinPsbt } from './signBitcoinPsbt.js'

export type Payment = {
  readonly key: BitcoinKey
  readonly network: BitcoinNetworkName
  readonly esploraUrl: string | undefined
  readonly fetch: typeof fetch
  readonly to: string
  readonly sats: bigint
  /** Sats per virtual byte. Default: 2. */
  readonly feeRate?: number | undefined
}

type Coin = { readonly txid: string; readonly vout: number; readonly value: number }

/** Sends a payment from a key's own coins, and returns the transaction id once a node has accepted it. */
export async function sendBitcoin({
  key,
  network,
  esploraUrl,
  fetch,
  to,
  sats,
  feeRate = 2,
}: Payment): Promise<string> {
  if (!esploraUrl) throw createRpcError(-32_603, 'The wallet has no node.')
  const ask = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(`${esploraUrl}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw createRpcError(-32_603, text)
    return text
  }
  const coins = JSON.parse(await ask(`/address/${key.address}/utxo`)) as readonly Coin[]
  const psbt = new Psbt({ network: toNetwork(network) })
  psbt.addOutput({ script: addresses.toOutputScript(to, toNetwork(network)), value: sats })
  let sum = 0n
  let fee = 0n
  for (const { txid, vout, value } of coins) {
    if (psbt.inputCount > 0 && sum >= sats + fee) break
    const nonWitnessUtxo = Transaction.fromHex(await ask(`/tx/${txid}/hex`)).toBuffer()
    const witnessUtxo = { script: key.script, value: BigInt(value) }
    psbt.addInput({ hash: txid, index: vout, ...(key.type === 'p2pkh' ? { nonWitnessUtxo } : { witnessUtxo }) })
    sum += BigInt(value)
    fee = BigInt(Math.ceil((100 + 150 * psbt.inputCount) * feeRate))
  }
  if (sum < sats + fee) throw createRpcError(-32_603, 'Insufficient funds.')
  if (sum - sats - fee > 1_000n) psbt.addOutput({ script: key.script, value: sum - sats - fee })
  const signed = signBitcoinPsbt({ psbt: psbt.toBuffer(), keys: [key] })
  signed.finalizeAllInputs()
  return ask('/tx', { method: 'POST', body: signed.extractTransaction().toHex() })
}
