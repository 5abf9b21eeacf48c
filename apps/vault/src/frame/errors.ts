import { type FrameError, walletFrozen } from '@latchkey/embedded-wallet/protocol'
import type { PasskeyFailure } from '../protocol/passkeyWindow.js'
import type { CallErrorBody } from '../protocol/statement.js'
import { PasskeyError } from './passkey/runCeremony.js'

type FrameRequestErrorOptions = ErrorOptions & {
  /** EIP-1193 or JSON-RPC code, e.g. 4001 if the user declined. */
  readonly code?: number | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly reason?: FrameError['reason']
}

/** An error of a request, which is reported to the app with its code and message. */
export class FrameRequestError extends Error {
  override readonly name = 'FrameRefusal'
  readonly code: number | undefined
  readonly retryAfter: number | undefined
  readonly reason: FrameError['reason']
  constructor(message: string, { code, retryAfter, reason, ...options }: FrameRequestErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
  }
}

/** The vault's error reply, or that it didn't reply. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: string
  readonly retryAfter: number | undefined
  /** The vault's clock, with STALE_STATEMENT. */
  readonly now: number | undefined
  /** It is about the user's second factor: the kinds that they have. */
  readonly factors: CallErrorBody['factors']
  constructor({ code, message, retryAfter, now, factors }: CallErrorBody, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
    this.now = now
    this.factors = factors
  }
}

/** Converts an error to the one that the app receives. Reveals nothing about internal errors. */
export function toFrameError(cause: unknown): FrameError {
  if (cause instanceof VaultError) {
    const message = cause.code === 'UNKNOWN_PROJECT' ? 'unverified_domain' : cause.message
    return dropUndefined({
      message,
      code: toRpcCode(cause.code),
      retryAfter: cause.retryAfter,
      reason: toReason(cause.code),
    })
  }
  if (cause instanceof FrameRequestError) return dropUndefined(cause)
  if (cause instanceof PasskeyError)
    return dropUndefined({ message: cause.message, reason: passkeyReasons[cause.reason] })
  return { message: 'Something went wrong' }
}

function toRpcCode(code: string): number | undefined {
  switch (code) {
    case 'REVERTS':
      return 3
    case 'HELD':
    case 'POLICY':
    case 'SELF_CUSTODY_NEEDED':
    case 'SPEND_LIMIT':
      return -32003
    case 'TOO_MANY':
      return -32005
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

function toReason(code: string): FrameError['reason'] {
  return reasons.find((reason) => reason === code)
}

/** Codes of custody that are reasons, too. */
const reasons = [
  ...(['HELD', 'REVERTS', 'PASSKEY_UNKNOWN', 'SELF_CUSTODY_NEEDED'] as const),
  ...(['INVALID_PHONE', 'PHONE_NOT_ALLOWED', 'SMS_FAILED'] as const),
] as const

const passkeyReasons: { readonly [failure in PasskeyFailure]: FrameError['reason'] } = {
  canceled: 'PASSKEY_CANCELED',
  expired: 'PASSKEY_EXPIRED',
  popup: 'PASSKEY_POPUP',
  unsupported: 'PASSKEY_UNSUPPORTED',
  blocked: undefined,
  exists: undefined,
  failed: undefined,
}

function dropUndefined({ message, code, retryAfter, reason }: FrameError): FrameError {
  return {
    message,
    ...(code !== undefined && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(reason !== undefined && { reason }),
  }
}
