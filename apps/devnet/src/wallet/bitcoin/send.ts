import { address as addresses, networks, Psbt } from 'bitcoinjs-lib'
import { WalletRpcError } from '../signer.js'
import type { BitcoinKey } from './key.js'

type SendBitcoinOptions = {
  readonly key: BitcoinKey
  readonly esploraUrl: string
  readonly to: string
  readonly sats: bigint
}

type Coin = { readonly txid: string; readonly vout: number; readonly value: number }

/** Satoshis per virtual byte: above the minimum of regtest nodes. */
const feeRate = 2n

/** Sends from the payment address and returns the transaction id once a node accepted it. */
export async function sendBitcoin({ key, esploraUrl, to, sats }: SendBitcoinOptions): Promise<string> {
  const script = parseScript(to)
  if (!script) throw new WalletRpcError(-32_602, 'Not an address of this network.')
  const coins = JSON.parse(await callEsplora(esploraUrl, `/address/${key.payment.address}/utxo`)) as readonly Coin[]
  const psbt = new Psbt({ network: networks.regtest })
  psbt.addOutput({ script, value: sats })
  let sum = 0n
  let fee = 0n
  for (const { txid, vout, value } of coins) {
    if (psbt.inputCount > 0 && sum >= sats + fee) break
    psbt.addInput({ hash: txid, index: vout, witnessUtxo: { script: key.payment.script, value: BigInt(value) } })
    sum += BigInt(value)
    // two outputs and the overhead take up to 80 bytes, an input 68
    fee = (80n + 68n * BigInt(psbt.inputCount)) * feeRate
  }
  if (sum < sats + fee) throw new WalletRpcError(-32_000, 'Insufficient funds.')
  const change = sum - sats - fee
  if (change > 1_000n) psbt.addOutput({ script: key.payment.script, value: change })
  psbt.signAllInputs(key.pair).finalizeAllInputs()
  return callEsplora(esploraUrl, '/tx', psbt.extractTransaction().toHex())
}

function parseScript(address: string): Uint8Array | null {
  try {
    return addresses.toOutputScript(address, networks.regtest)
  } catch {
    return null
  }
}

/** Fetches from Esplora, or posts a body. Throws its errors. */
export async function callEsplora(esploraUrl: string, path: string, body?: string): Promise<string> {
  const response = await fetch(`${esploraUrl}${path}`, body === undefined ? {} : { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new WalletRpcError(-32_000, text)
  return text
}
