import { isLatchkeyError, type LatchkeyError } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'

/**
 * The named fault of what an action of wagmi throws. wagmi wraps what the wallet said, and calls a few things rejected
 * that are not, such as a chain that cannot be added: only the wallet's own words count where they are known.
 */
export function toWagmiFault(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  const inner = thrown instanceof Error && thrown.cause !== undefined ? toLatchkeyError(thrown.cause) : null
  return inner && inner.code !== 'CONNECTOR_FAILED' ? inner : toOuterFault(thrown, inner)
}

/** What a wallet throws without a code is no refusal, whatever stands around it. */
function toOuterFault(thrown: unknown, inner: LatchkeyError | null): LatchkeyError {
  const outer = toLatchkeyError(thrown)
  return inner && outer.code === 'USER_REJECTED' ? inner : outer
}
