import type { LatchkeyError } from '@latchkey/core'
import {
  EmailCooldownError,
  FrameFailedError,
  TransactionRevertsError,
  TransferHeldError,
  toLatchkeyError,
  UnverifiedDomainError,
  WalletFrozenError,
} from '@latchkey/core/plugin'
import type { FrameFault, MessageName } from '../protocol/messages.js'
import { walletFrozen } from '../protocol/names.js'

const emailMessages: readonly MessageName[] = ['CONNECT_EMAIL', 'UPDATE_EMAIL']

/**
 * What the frame says where it fails, as an error of ours: in its own words where it has some. [S8.34] `rpcCode` on it is the
 * code of EIP-1193 or JSON-RPC that the frame gave.
 */
export function toFrameError(name: MessageName, { message, code, retryAfter, reason }: FrameFault): LatchkeyError {
  if (message === 'unverified_domain') return new UnverifiedDomainError()
  if (code === walletFrozen) return new WalletFrozenError()
  if (retryAfter !== undefined && retryAfter > 0 && emailMessages.includes(name))
    return new EmailCooldownError({ retryAfter: Math.ceil(retryAfter) })
  if (reason === 'HELD') return new TransferHeldError({ retryAfter: Math.ceil(retryAfter ?? 0), details: message })
  if (reason === 'REVERTS') return new TransactionRevertsError({ details: message })
  return Object.assign(new FrameFailedError({ message }), code !== undefined && { rpcCode: code })
}

/** Codes that say more than that the frame failed. */
const specificCodes: readonly unknown[] = [4001, 4100, 4200, 4902, -32602]

/** Those of EIP-5792. */
function isCallsCode(code: unknown): boolean {
  return typeof code === 'number' && code >= 5_700 && code <= 5_760
}

/** The named fault of what a frame answered: by its code where it gave a telling one, never by its words. */
export function toNamedError(thrown: unknown): LatchkeyError {
  const fault = toLatchkeyError(thrown)
  const code = fault.code === 'FRAME_FAILED' && 'rpcCode' in fault ? fault.rpcCode : undefined
  return specificCodes.includes(code) || isCallsCode(code)
    ? toLatchkeyError({ code, message: fault.shortMessage, cause: fault })
    : fault
}
