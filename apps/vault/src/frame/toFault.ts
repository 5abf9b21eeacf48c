import { type FrameFault, walletFrozen } from '@latchkey/embedded-wallet/protocol'
import { FrameRefusal } from './FrameRefusal.js'
import { VaultError } from './session/VaultError.js'

/** What the app is told of a failure. Of what broke in the frame itself it learns nothing. */
export function toFault(cause: unknown): FrameFault {
  if (cause instanceof VaultError) {
    const message = cause.code === 'UNKNOWN_PROJECT' ? 'unverified_domain' : cause.message
    return write({ message, code: toRpcCode(cause.code), retryAfter: cause.retryAfter, reason: toReason(cause.code) })
  }
  if (cause instanceof FrameRefusal) return write(cause)
  return { message: 'Something went wrong' }
}

function toRpcCode(code: string): number | undefined {
  switch (code) {
    case 'REVERTS':
      return 3
    case 'HELD':
    case 'POLICY':
    case 'SPEND_LIMIT':
      return -32003
    case 'SOCIAL_REFUSED':
      return 4001
    case 'NO_SESSION':
    case 'NO_DEVICE':
      return 4100
    case 'NOT_ALLOWED':
      return 4200
    case 'WALLET_FROZEN':
      return walletFrozen
    case 'INVALID_PARAMS':
      return -32602
    case 'UNSUPPORTED_CAPABILITY':
      return 5700
    case 'UNSUPPORTED_CHAIN':
      return 5710
    case 'DUPLICATE_ID':
      return 5720
    case 'UNKNOWN_BUNDLE':
      return 5730
    case 'BUNDLE_TOO_LARGE':
      return 5740
    case 'NOT_ATOMIC':
      return 5760
    default:
      return undefined
  }
}

function toReason(code: string): FrameFault['reason'] {
  return code === 'HELD' || code === 'REVERTS' ? code : undefined
}

function write({ message, code, retryAfter, reason }: FrameFault): FrameFault {
  return {
    message,
    ...(code !== undefined && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(reason !== undefined && { reason }),
  }
}
