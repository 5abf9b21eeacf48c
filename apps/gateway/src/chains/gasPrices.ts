import { z } from 'zod'
import { GatewayError, NodeError } from '../errors.js'
import type { Node } from './node.js'

/** Wei per unit of gas. */
type GasPrices = { readonly standard: bigint; readonly fast: bigint; readonly instant: bigint }

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

const feeHistory = z.object({ baseFeePerGas: z.array(quantity).min(1), reward: z.array(z.array(quantity).length(3)) })

/** Number of blocks, the latest one, and percentiles of the tips. */
const feeHistoryParams = ['0x5', 'latest', [25, 60, 90]] as const

/** Reads the current gas prices. `fast` and `instant` allow for one or two rises of the base fee. */
export async function readGasPrices(node: Node, signal: AbortSignal): Promise<GasPrices> {
  const [price, recent] = await Promise.all([
    node.call({ method: 'eth_gasPrice', signal }),
    // chains without EIP-1559 lack the method
    node.call({ method: 'eth_feeHistory', params: feeHistoryParams, signal }).catch((cause: unknown) => {
      if (cause instanceof NodeError) return undefined
      throw cause
    }),
  ])
  const now = quantity.safeParse(price)
  if (!now.success)
    throw new GatewayError('The node returned no gas price.', { status: 502, code: 'UNAVAILABLE', retryAfter: 5 })
  const { success, data } = feeHistory.safeParse(recent)
  const base = success ? (data.baseFeePerGas.at(-1) ?? 0n) : now.data
  const tip = (place: number): bigint => (success ? median(data.reward.map((tips) => tips[place] ?? 0n)) : 0n)
  const standard = max(now.data, base + tip(0))
  const fast = max(standard, (base * 9n) / 8n + tip(1))
  return { standard, fast, instant: max(fast, (base * 81n) / 64n + tip(2)) }
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[sorted.length >> 1] ?? 0n
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
