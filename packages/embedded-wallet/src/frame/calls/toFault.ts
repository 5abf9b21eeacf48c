import type { LatchkeyError } from '@latchkey/core'
import {
  EmailCooldownError,
  FrameFailedError,
  TransactionRevertsError,
  TransferHeldError,
  UnverifiedDomainError,
  WalletFrozenError,
} from '@latchkey/core/plugin'
import type { MessageName } from '../../protocol/appPayloads.js'
import type { FrameFault } from '../../protocol/framePayloads.js'
import { walletFrozen } from '../../protocol/wireNames.js'

const mails: readonly MessageName[] = ['CONNECT_EMAIL', 'UPDATE_EMAIL']

/**
 * What the frame says where it fails, as an error of ours: in its own words where it has some. [S8.34] `rpcCode` on it is the
 * code of EIP-1193 or JSON-RPC that the frame gave.
 */
export function toFault(name: MessageName, { message, code, retryAfter, reason }: FrameFault): LatchkeyError {
  if (message === 'unverified_domain') return new UnverifiedDomainError()
  if (code === walletFrozen) return new WalletFrozenError()
  if (retryAfter !== undefined && retryAfter > 0 && mails.includes(name))
    return new EmailCooldownError({ retryAfter: Math.ceil(retryAfter) })
  if (reason === 'HELD') return new TransferHeldError({ retryAfter: Math.ceil(retryAfter ?? 0), details: message })
  if (reason === 'REVERTS') return new TransactionRevertsError({ details: message })
  return Object.assign(new FrameFailedError({ message }), code !== undefined && { rpcCode: code })
}
