import type { ErrorCode } from './codes.js'
import type { LatchkeyError } from './LatchkeyError.js'
import { toLatchkeyError } from './toLatchkeyError.js'

/**
 * Codes of errors after which a transaction was certainly not sent, because it was refused before anyone could
 * broadcast it. Errors that nodes return for a broadcast (`TRANSACTION_REJECTED`, `INVALID_INPUT`, …) aren't included:
 * nodes also return "nonce too low" for a transaction that they have already accepted.
 */
const unsent: readonly ErrorCode[] = [
  // the user or the wallet refused
  'USER_REJECTED',
  'UNAUTHORIZED',
  'NOT_APPROVED',
  'ACTION_NOT_ALLOWED',
  'REQUEST_PENDING',
  'UPGRADE_REJECTED',
  // the request is invalid, or the wallet can't process it
  'INVALID_REQUEST',
  'INVALID_PARAMS',
  'UNSUPPORTED_METHOD',
  'METHOD_NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'VERSION_NOT_SUPPORTED',
  'CAPABILITY_NOT_SUPPORTED',
  'CHAIN_ID_NOT_SUPPORTED',
  'CHAIN_UNRECOGNIZED',
  'BUNDLE_TOO_LARGE',
  'ATOMICITY_NOT_SUPPORTED',
  // found before the wallet was asked
  'ACCOUNT_CHANGED',
  'ADAPTER_NOT_FOUND',
  'CHAIN_NOT_SUPPORTED',
  'CHAIN_NOT_SWITCHED',
  'CONNECTOR_NOT_FOUND',
  'FEATURE_NOT_SUPPORTED',
  'FRAME_LOAD_FAILED',
  'NETWORK_NOT_FOUND',
  'NOT_CONNECTED',
  'NOT_STARTED',
  'RPC_URL_MISSING',
  'SELF_CUSTODY_NEEDED',
  'SWAP_NOT_CHECKED',
  'SWAP_UNSAFE',
  'TRANSACTION_REVERTS',
  'TRANSFER_HELD',
  'WALLET_FROZEN',
]

/**
 * Whether an error of `sendTransaction` means that nothing was sent, so that it is safe to send again. After any other
 * error the transaction may still be included.
 */
export function isUnsent({ code, isUnsent }: Pick<LatchkeyError, 'code' | 'isUnsent'>): boolean {
  return isUnsent === true || unsent.includes(code)
}

/**
 * Runs what precedes a request to send, e.g. reads of the wallet or a node. Marks its errors: nothing was sent. Not the
 * reason of the signal, which other requests may have in common.
 */
export async function beforeSending<value>(signal: AbortSignal, prepare: () => Promise<value>): Promise<value> {
  try {
    return await prepare()
  } catch (cause) {
    throw signal.aborted ? cause : Object.assign(toLatchkeyError(cause), { isUnsent: true })
  }
}
