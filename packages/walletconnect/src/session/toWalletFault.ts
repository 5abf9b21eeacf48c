import { isLatchkeyError, type LatchkeyError } from '@latchkey/core'
import { getRpcCode, RpcError, SessionNotFoundError, TimedOutError, toLatchkeyError } from '@latchkey/core/plugin'

/** Codes of the protocol beside those of JSON-RPC and EIP-1193: refusals are 5000 to 5099, what a wallet lacks 5100 on. */
const rejected = { least: 5_000, most: 5_099 } as const
const unsupported = { chains: 5_100, methods: 5_101 } as const
const gone = { least: 6_000, most: 6_999 } as const
const expired = 8_000

/** The named fault of whatever the wallet at the other end answered: by codes alone, never by words. */
export function toWalletFault(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  const code = getRpcCode(thrown) ?? 0
  const cause = thrown
  const { details } = toLatchkeyError(thrown)
  if (code >= rejected.least && code <= rejected.most) return new RpcError(code, 'USER_REJECTED', { cause, details })
  if (code === unsupported.chains) return new RpcError(4902, 'CHAIN_UNRECOGNIZED', { cause, details })
  if (code === unsupported.methods) return new RpcError(4200, 'UNSUPPORTED_METHOD', { cause, details })
  if (code >= gone.least && code <= gone.most) return new SessionNotFoundError({ cause, details })
  if (code === expired) return new TimedOutError({ cause, details })
  return toLatchkeyError(thrown)
}
