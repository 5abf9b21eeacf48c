import type { CallBundleStatus, ConnectorFeatures } from '@latchkey/core'
import { InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { readDeadline } from '../connectors/askWallet.js'
import { describe } from '../connectors/parseChainId.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { askCalls } from './askCalls.js'
import { parseCallsStatus } from './parseCallsStatus.js'

type Request = Parameters<ConnectorFeatures['calls:status']>[0]

/** `wallet_getCallsStatus` (EIP-5792). Throws `UNKNOWN_BUNDLE`, `UNSUPPORTED_METHOD` or `INVALID_WALLET_REPLY`. */
export async function readCallsStatus(
  link: WalletLink,
  { id, signal }: Pick<Request, 'id' | 'signal'>,
): Promise<CallBundleStatus> {
  if (typeof id !== 'string' || id === '') throw new RpcError(-32602, 'INVALID_PARAMS', { details: 'id is no text.' })
  const call = { method: 'wallet_getCallsStatus', params: [id] }
  const reply = await askCalls(link, call, { signal, deadline: readDeadline })
  const status = parseCallsStatus(reply)
  if (!status) throw new InvalidWalletReplyError({ details: `${call.method}: ${describe(reply)}` })
  return status
}
