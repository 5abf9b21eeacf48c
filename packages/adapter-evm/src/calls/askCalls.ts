import { isLatchkeyError } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { type AskOptions, askWallet } from '../connectors/askWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import type { RpcCall } from '../provider.js'

/** How wallets say that they lack a method: EIP-1193, JSON-RPC 2.0 and EIP-1474 have a code each. */
const lacking = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED']

/** Asks for a method of EIP-5792. From a wallet without it comes `UNSUPPORTED_METHOD`, whichever code it has for that. */
export async function askCalls(link: WalletLink, call: RpcCall, options: AskOptions): Promise<unknown> {
  try {
    return await askWallet(link, call, options)
  } catch (cause) {
    throw toCallsFault(call, cause)
  }
}

function toCallsFault({ method }: RpcCall, cause: unknown): unknown {
  if (!isLatchkeyError(cause) || !lacking.includes(cause.code)) return cause
  return new RpcError(4200, 'UNSUPPORTED_METHOD', { cause, details: cause.details ?? method })
}
