import { type CaipNetworkId, type Capabilities, isRecord } from '@latchkey/core'
import { parseChainId } from '../connectors/parseChainId.js'

/** Longer than any wallet has need of. */
const longest = 100_000

/**
 * The reply to `wallet_getCapabilities`, by CAIP-2 id. What stands under `0x0` holds on every chain: here on those that
 * are `wanted` and those that are named, whose own words count more. Null for what is no such reply.
 */
export function parseCapabilities(reply: unknown, wanted: readonly CaipNetworkId[]): Capabilities | null {
  const chains = toPlain(reply)
  if (!isRecord(chains)) return null
  const entries = Object.entries(chains)
  if (!entries.every(([, capabilities]) => isRecord(capabilities))) return null
  const common = entries.filter(([chain]) => Number(chain) === 0).map(([, capabilities]) => capabilities as object)
  const own = new Map<CaipNetworkId, object>()
  if (common.length > 0) for (const id of wanted) own.set(id, {})
  for (const [chain, capabilities] of entries) {
    const chainId = parseChainId(chain)
    if (chainId !== null) own.set(`eip155:${chainId}`, capabilities as object)
  }
  const merged = [...own].map(([id, capabilities]) => [id, merge([...common, capabilities])] as const)
  return Object.fromEntries(merged)
}

/** Not by assignment, which would take `__proto__` at its word. */
function merge(parts: readonly object[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
}

/** Data alone, as it would be on the wire: what is foreign may hold getters and functions. */
function toPlain(reply: unknown): unknown {
  try {
    const text = JSON.stringify(reply)
    return text.length > longest ? null : JSON.parse(text)
  } catch {
    return null // circular, undefined, or a getter that throws
  }
}
