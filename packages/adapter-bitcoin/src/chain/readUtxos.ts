import { isRecord, type Network } from '@latchkey/core'
import { RpcFailedError } from '@latchkey/core/plugin'
import { type EsploraLink, readEsplora } from './esplora.js'

/** An output that can be spent. */
export type Utxo = {
  readonly txid: string
  readonly index: number
  readonly sats: bigint
  readonly isConfirmed: boolean
}

export type UtxosRequest = { readonly network: Network; readonly address: string; readonly signal: AbortSignal }

/** What an address can spend, with what is still on its way into a block. Throws `RPC_FAILED` for a reply that is none. */
export async function readUtxos(
  link: EsploraLink,
  { network, address, signal }: UtxosRequest,
): Promise<readonly Utxo[]> {
  const path = `/address/${address}/utxo`
  const reply = await readEsplora(link, { network, path, signal })
  const utxos = Array.isArray(reply) ? reply.map(parseUtxo) : [null]
  if (!utxos.every((utxo) => utxo !== null)) throw new RpcFailedError({ details: `${path}: no list of outputs` })
  return utxos
}

function parseUtxo(value: unknown): Utxo | null {
  if (!isRecord(value)) return null
  const { txid, vout, value: sats, status } = value
  const isSound = isTxid(txid) && isCount(vout) && isCount(sats) && isRecord(status)
  return isSound ? { txid, index: vout, sats: BigInt(sats), isConfirmed: status['confirmed'] === true } : null
}

export function isTxid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{64}$/.test(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
