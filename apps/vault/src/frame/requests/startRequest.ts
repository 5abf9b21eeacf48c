import type { CustodyResult } from '../../protocol/custody.js'
import { FrameRefusal } from '../FrameRefusal.js'
import type { Session } from '../session/session.js'
import { fillTransaction } from './fillTransaction.js'
import type { AskNode } from './node.js'
import type { WalletRequest } from './requests.js'
import { readTokenFacts, type TokenFacts } from './tokenFacts.js'

export type StartOptions = { readonly session: Pick<Session, 'call'>; readonly ask: AskNode }

export type StartedRequest = CustodyResult<'request.prepare'> & {
  readonly tokens: Readonly<Record<string, TokenFacts>>
}

/** Fills a request in, and has the vault read it: what it would sign, and what of it is shown. */
export async function startRequest(request: WalletRequest, { session, ask }: StartOptions): Promise<StartedRequest> {
  const { method, network, rpcUrl, signal } = request
  const chain = network.caipNetworkId
  const params = method === 'eth_sendTransaction' ? await fill(request, { session, ask }) : request.params
  const prepared = await session.call('request.prepare', { method, params, chain }, { signal })
  const tokens = await readTokenFacts({ summary: prepared.summary, ask, rpcUrl, signal })
  return { ...prepared, tokens }
}

async function fill(
  { params, network, rpcUrl, signal }: WalletRequest,
  { session, ask }: StartOptions,
): Promise<readonly unknown[]> {
  const { accounts } = await session.call('user.get', {}, { signal })
  const from = accounts.find(({ namespace }) => namespace === 'eip155')?.address
  if (from === undefined || !Array.isArray(params))
    throw new FrameRefusal('There is no transaction to send.', { code: -32602 })
  const [transaction, ...rest] = params as readonly unknown[]
  return [await fillTransaction(transaction, { chain: network.caipNetworkId, from, ask, rpcUrl, signal }), ...rest]
}
