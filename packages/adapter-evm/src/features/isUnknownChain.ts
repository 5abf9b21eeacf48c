import { isLatchkeyError } from '@latchkey/core'
import { getRpcCode } from '@latchkey/core/plugin'

/** Faults that wallets report for a chain that they do not know, from the right one (EIP-3326) to mere noise. */
const codes = [
  'CHAIN_UNRECOGNIZED',
  'INTERNAL_ERROR',
  'INVALID_PARAMS',
  'INVALID_INPUT',
  'METHOD_NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_METHOD',
]

/**
 * Whether a refusal may mean that the wallet lacks the chain. Never so where the visitor declined, in whatever dialect,
 * or a prompt is open: another one would be a nuisance then.
 */
export function isUnknownChain(fault: unknown): boolean {
  if (!isLatchkeyError(fault)) return false
  return codes.includes(fault.code) || (fault.code === 'CONNECTOR_FAILED' && !isRelayRejection(fault.cause))
}

/** 5000 to 5999 are refusals of the other side (CAIP-25). */
function isRelayRejection(cause: unknown): boolean {
  const code = getRpcCode(cause)
  return code !== undefined && code >= 5_000 && code < 6_000
}
