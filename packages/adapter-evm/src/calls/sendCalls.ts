import { type ConnectorFeatures, isLatchkeyError, isRecord } from '@latchkey/core'
import { InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import type { Observer } from '../connectors/createWallet.js'
import { describe } from '../connectors/parseChainId.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { assertAccount, assertNetwork } from '../features/assertWallet.js'
import { askCalls } from './askCalls.js'
import { type CallsParameter, toCallsParameter } from './toCallsParameter.js'

type Request = Parameters<ConnectorFeatures['calls:send']>[0]

/**
 * `wallet_sendCalls` (EIP-5792), on the network that the wallet is on and no other: the chain is always named. Asked once;
 * a wallet that refuses version 2.0.0 as such is asked in the words of 1.0 where the bundle needs no promise of all or
 * none, which 1.0 does not give.
 *
 * Throws `INVALID_PARAMS`, `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `UNSUPPORTED_METHOD`, `ATOMICITY_NOT_SUPPORTED` or
 * another named fault of EIP-5792.
 */
export async function sendCalls(link: WalletLink, wallet: Observer, request: Request): Promise<string> {
  const { signal } = request
  const parameter = toCallsParameter(request)
  await Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)])
  const ask = (params: object): Promise<unknown> =>
    askCalls(link, { method: 'wallet_sendCalls', params: [params] }, { signal })
  let reply: unknown
  try {
    reply = await ask(parameter)
  } catch (cause) {
    if (!isLatchkeyError(cause) || cause.code !== 'VERSION_NOT_SUPPORTED') throw cause
    reply = await ask(toFirstVersion(parameter, cause))
  }
  const id = parseId(reply)
  if (id === null) throw new InvalidWalletReplyError({ details: `wallet_sendCalls: ${describe(reply)}` })
  return id
}

/** One call is all or none by itself. An id of the app's own is left out: 1.0 has none. */
function toFirstVersion(
  { chainId, from, calls, capabilities, atomicRequired }: CallsParameter,
  cause: unknown,
): object {
  if (atomicRequired && calls.length > 1)
    throw new RpcError(5760, 'ATOMICITY_NOT_SUPPORTED', { cause, details: 'The wallet knows EIP-5792 1.0 only.' })
  return { version: '1.0', chainId, from, calls, capabilities }
}

/** An object with the id; a text alone in version 1.0. */
function parseId(reply: unknown): string | null {
  try {
    const id = isRecord(reply) ? reply['id'] : reply
    return typeof id === 'string' && id !== '' ? id : null
  } catch {
    return null // a getter that throws
  }
}
