import type { LatchkeyError } from '@latchkey/core'
import {
  EmailCooldownError,
  FrameFailedError,
  InvalidPhoneError,
  PasskeyCanceledError,
  PasskeyExpiredError,
  PasskeyFailedError,
  PasskeyUnknownError,
  PasskeyUnsupportedError,
  PhoneNotAllowedError,
  PopupBlockedError,
  SelfCustodyNeededError,
  SmsFailedError,
  TransactionRevertsError,
  TransferHeldError,
  toLatchkeyError,
  UnverifiedDomainError,
  WalletFrozenError,
} from '@latchkey/core/plugin'
import type { FrameError, MessageName } from '../protocol/messages.js'
import { walletFrozen } from '../protocol/names.js'

/** Messages that send an email or an SMS. */
const sendingMessages: readonly MessageName[] = ['CONNECT_EMAIL', 'CONNECT_PHONE', 'UPDATE_EMAIL']

/**
 * Converts an error reply of the frame to an error of ours, and keeps the frame's message. [S8.34] `rpcCode` is the EIP-1193 or
 * JSON-RPC code, if the frame sent one.
 */
export function toFrameError(name: MessageName, { message, code, retryAfter, reason }: FrameError): LatchkeyError {
  if (message === 'unverified_domain') return new UnverifiedDomainError()
  if (code === walletFrozen) return new WalletFrozenError()
  if (retryAfter !== undefined && retryAfter > 0 && sendingMessages.includes(name))
    return new EmailCooldownError({ retryAfter: Math.ceil(retryAfter) })
  if (reason === 'HELD') return new TransferHeldError({ retryAfter: Math.ceil(retryAfter ?? 0), details: message })
  if (reason === 'REVERTS') return new TransactionRevertsError({ details: message })
  if (reason === 'SELF_CUSTODY_NEEDED') return new SelfCustodyNeededError({ details: message })
  if (reason === 'INVALID_PHONE') return new InvalidPhoneError({ details: message })
  if (reason === 'PHONE_NOT_ALLOWED') return new PhoneNotAllowedError({ details: message })
  if (reason === 'SMS_FAILED') return new SmsFailedError({ details: message })
  if (name === 'CONNECT_PASSKEY' && code === undefined) return toPasskeyError(reason, message)
  return Object.assign(new FrameFailedError({ message }), code !== undefined && { rpcCode: code })
}

function toPasskeyError(reason: FrameError['reason'], details: string): LatchkeyError {
  switch (reason) {
    case 'PASSKEY_CANCELED':
      return new PasskeyCanceledError({ details })
    case 'PASSKEY_EXPIRED':
      return new PasskeyExpiredError({ details })
    case 'PASSKEY_POPUP':
      return new PopupBlockedError({ details })
    case 'PASSKEY_UNKNOWN':
      return new PasskeyUnknownError({ details })
    case 'PASSKEY_UNSUPPORTED':
      return new PasskeyUnsupportedError({ details })
    default:
      return new PasskeyFailedError({ details })
  }
}

/** Codes that say more than that the frame failed. */
const specificCodes: readonly unknown[] = [4001, 4100, 4200, 4902, -32602, -32005]

/** Whether it is an error code of EIP-5792. */
function isCallsCode(code: unknown): boolean {
  return typeof code === 'number' && code >= 5_700 && code <= 5_760
}

/** Converts an error of the frame to a named error by its code, never by its message. */
export function toNamedError(thrown: unknown): LatchkeyError {
  const error = toLatchkeyError(thrown)
  const code = error.code === 'FRAME_FAILED' && 'rpcCode' in error ? error.rpcCode : undefined
  return specificCodes.includes(code) || isCallsCode(code)
    ? toLatchkeyError({ code, message: error.shortMessage, cause: error })
    : error
}
