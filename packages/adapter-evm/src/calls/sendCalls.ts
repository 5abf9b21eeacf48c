import { type ConnectorFeatures, isLatchkeyError, isRecord } from '@latchkey/core'
import { InvalidWalletReplyError, isUnsent, OutcomeUnknownError, RpcError } from '@latchkey/core/plugin'
import type { Observer } from '../connectors/createWallet.js'
import { describe } from '../connectors/parseChainId.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { assertAccount, assertNetwork } from '../features/assertWallet.js'
import { toHex } from '../features/hex.js'
import { askCalls } from './askCalls.js'
import { readCallsStatus } from './readCallsStatus.js'
import { type CallsParameter, toCallsParameter } from './toCallsParameter.js'

type Request = Parameters<ConnectorFeatures['calls:send']>[0]

/**
 * `wallet_sendCalls` (EIP-5792), on the network that the wallet is on and no other: the chain is always named. Asked once;
 * a wallet that refuses version 2.0.0 as such is asked in the words of 1.0 where the bundle needs no promise of all or
 * none, which 1.0 does not give. The bundle has an id of ours where the app gives none: after an error that leaves open whether the calls
 * were sent, the wallet is asked for its status.
 *
 * Throws `OUTCOME_UNKNOWN`, with the id in `details`, where the calls may have been sent and the wallet doesn't say. Otherwise it
 * throws `INVALID_PARAMS`, `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `UNSUPPORTED_METHOD`, `ATOMICITY_NOT_SUPPORTED` or
 * another named fault of EIP-5792.
 */
export async function sendCalls(link: WalletLink, wallet: Observer, request: Request): Promise<string> {
  const { signal } = request
  const own = toHex(link.env.random(32))
  const parameter = toCallsParameter({ ...request, bundle: { id: own, ...request.bundle } })
  await Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)])
  const ask = (params: object): Promise<unknown> =>
    askCalls(link, { method: 'wallet_sendCalls', params: [params] }, { signal })
  let reply: unknown
  try {
    reply = await ask(parameter)
  } catch (cause) {
    if (!isLatchkeyError(cause) || signal.aborted) throw cause
    if (cause.code === 'VERSION_NOT_SUPPORTED') reply = await ask(toFirstVersion(parameter, cause))
    // the others are about a bundle before this one
    else if (isUnsent(cause) || cause.code === 'DUPLICATE_ID' || cause.code === 'UNKNOWN_BUNDLE') throw cause
    else reply = await findBundle(link, { id: parameter.id ?? own, signal }, cause)
  }
  const id = parseId(reply)
  if (id === null) throw new InvalidWalletReplyError({ details: `wallet_sendCalls: ${describe(reply)}` })
  return id
}

/** The id of a bundle that the wallet knows. One that it does not know may have been sent all the same, before it could note it. */
async function findBundle(
  link: WalletLink,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  cause: unknown,
): Promise<string> {
  const isKnown = await readCallsStatus(link, { id, signal }).then(
    () => true,
    () => false, // why it failed says more than why nobody can tell
  )
  if (isKnown) return id
  throw new OutcomeUnknownError({ cause, details: id })
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
