import { type AdapterFeatures, type Balance, isRecord, type Network } from '@latchkey/core'
import { RpcFailedError } from '@latchkey/core/plugin'
import { type EsploraLink, fetchEsploraJson } from './esplora.js'

type BalanceRequest = Parameters<AdapterFeatures['balance:read']>[0]

/**
 * Reads the balance of an address in sats. Unconfirmed outputs count, as in wallets: otherwise the change of a payment would be
 * missing until the next block.
 */
export async function readBalance(link: EsploraLink, { account, network, signal }: BalanceRequest): Promise<Balance> {
  const utxos = await readUtxos(link, { network, address: account.address, signal })
  const { decimals, symbol } = network.nativeCurrency
  return { value: utxos.reduce((sum, { sats }) => sum + sats, 0n), decimals, symbol }
}

/** An unspent output. */
export type Utxo = {
  readonly txid: string
  readonly index: number
  readonly sats: bigint
  readonly isConfirmed: boolean
}

export type UtxosRequest = { readonly network: Network; readonly address: string; readonly signal: AbortSignal }

/** Reads the unspent outputs of an address, also unconfirmed ones. Throws `RPC_FAILED` for an invalid reply. */
export async function readUtxos(
  link: EsploraLink,
  { network, address, signal }: UtxosRequest,
): Promise<readonly Utxo[]> {
  const path = `/address/${address}/utxo`
  const reply = await fetchEsploraJson(link, { network, path, signal })
  const utxos = Array.isArray(reply) ? reply.map(parseUtxo) : [null]
  if (!utxos.every((utxo) => utxo !== null)) throw new RpcFailedError({ details: `${path}: not a list of outputs` })
  return utxos
}

function parseUtxo(value: unknown): Utxo | null {
  if (!isRecord(value)) return null
  const { txid, vout, value: sats, status } = value
  const isValid = isTxid(txid) && isCount(vout) && isCount(sats) && isRecord(status)
  return isValid ? { txid, index: vout, sats: BigInt(sats), isConfirmed: status['confirmed'] === true } : null
}

export function isTxid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{64}$/.test(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Sats per virtual byte; a higher estimate is an error of the node. */
const maxFeeRate = 2_000

/** Reads the estimated fee rate for the next six blocks, at least the minimum that nodes relay: 1 sat per virtual byte. */
export async function readFeeRate(
  link: EsploraLink,
  { network, signal }: { readonly network: Network; readonly signal: AbortSignal },
): Promise<number> {
  const estimates = await fetchEsploraJson(link, { network, path: '/fee-estimates', signal })
  const rates = isRecord(estimates) ? ['6', '5', '4', '3', '2', '1'].map((target) => estimates[target]) : []
  const rate = rates.find((value) => typeof value === 'number' && value > 0 && value <= maxFeeRate)
  return Math.max(1, (rate as number | undefined) ?? 1)
}
