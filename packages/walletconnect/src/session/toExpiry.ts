import { RpcError } from '@latchkey/core/plugin'

/** Seconds. The default is that of a person who reads and decides. */
const expiryLimits = { least: 300, most: 604_800, usual: 300 } as const

/** Seconds that a wallet has to answer. Throws `INVALID_PARAMS` outside of 300 s and 7 days. [S5.19] */
export function toExpiry(seconds: number = expiryLimits.usual): number {
  const { least, most } = expiryLimits
  if (Number.isInteger(seconds) && seconds >= least && seconds <= most) return seconds
  throw new RpcError(-32602, 'INVALID_PARAMS', {
    details: `The expiry of a request is ${least} to ${most} seconds, not ${seconds}.`,
  })
}
