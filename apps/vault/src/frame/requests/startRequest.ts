import type { CustodyResult } from '../../protocol/custody.js'
import { FrameRequestError } from '../errors.js'
import type { Session } from '../session/session.js'
import type { AccountTypes } from '../smart/accountTypes.js'
import { fillOperation } from '../smart/fillOperation.js'
import type { OpenOperations } from '../smart/sendOperation.js'
import { fillTransaction } from './fillTransaction.js'
import type { CallNode } from './node.js'
import type { WalletRequest } from './requests.js'
import { readTokenFacts, type TokenFacts } from './tokenFacts.js'

export type StartOptions = {
  readonly session: Pick<Session, 'call'>
  readonly callNode: CallNode
  readonly accounts: AccountTypes
  readonly operations: OpenOperations
  /** Milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export type StartedRequest = CustodyResult<'request.prepare'> & {
  /** The request as sent to the vault: the app's own, completed with defaults. */
  readonly params: unknown
  readonly tokens: Readonly<Record<string, TokenFacts>>
}

/** Completes a request, and has the vault prepare it: the content to sign and its summary. */
export async function startRequest(request: WalletRequest, options: StartOptions): Promise<StartedRequest> {
  const { callNode } = options
  const { rpcUrl, signal } = request
  const params = await fill(request, options)
  const prepared = await prepare(request, params, options)
  const tokens = await readTokenFacts({ summary: prepared.summary, callNode, rpcUrl, signal })
  return { ...prepared, params, tokens }
}

/** Prepares the same request again, with a new simulation. */
export async function startAgain(
  request: WalletRequest,
  { params, tokens }: StartedRequest,
  options: Pick<StartOptions, 'session'>,
): Promise<StartedRequest> {
  return { ...(await prepare(request, params, options)), params, tokens }
}

function prepare(
  { method, network, signal }: WalletRequest,
  params: unknown,
  { session }: Pick<StartOptions, 'session'>,
): Promise<CustodyResult<'request.prepare'>> {
  return session.call('request.prepare', { method, params, chain: network.caipNetworkId }, { signal })
}

async function fill(request: WalletRequest, options: StartOptions): Promise<unknown> {
  switch (request.method) {
    case 'eth_sendTransaction':
      return fillSending(request, options)
    case 'wallet_sendCalls':
    case 'eth_sendUserOperation':
      return addTerms(request, options)
    case 'wallet_requestExecutionPermissions':
    case 'wallet_grantPermissions':
      assertEnabled(request, options)
      return request.params
    default:
      return request.params
  }
}

async function fillSending(request: WalletRequest, options: StartOptions): Promise<readonly unknown[]> {
  const { session, callNode, accounts } = options
  const { params, network, rpcUrl, signal } = request
  const user = await session.call('user.get', {}, { signal })
  const own = user.accounts.find(({ namespace }) => namespace === 'eip155')?.address
  if (own === undefined || !Array.isArray(params))
    throw new FrameRequestError('There is no transaction to send.', { code: -32602 })
  const [transaction, ...rest] = params as readonly unknown[]
  const from =
    (transaction as { readonly from?: unknown } | null | undefined)?.from ?? accounts.getAddress(user, network)
  if (String(from).toLowerCase() === user.smartAccount.toLowerCase())
    return addTerms({ ...request, params: [{ ...(transaction as object), from }] }, options)
  const filled = await fillTransaction(transaction, {
    chain: network.caipNetworkId,
    from: own,
    callNode,
    rpcUrl,
    signal,
  })
  return [filled, ...rest]
}

/** The app's parameters, followed by the operation's terms. */
async function addTerms(request: WalletRequest, options: StartOptions): Promise<readonly unknown[]> {
  const { session, callNode } = options
  const { method, network, signal } = request
  assertEnabled(request, options)
  const params = Array.isArray(request.params) ? (request.params as readonly unknown[]) : []
  const chain = network.caipNetworkId
  const draft = await session.call('operation.draft', { method, params, chain }, { signal })
  const isBusy = await isStillBusy(request, { ...options, sender: draft.sender })
  const terms = await fillOperation(request, { draft, callNode, isBusy })
  return [...params.slice(0, method === 'eth_sendUserOperation' ? 2 : 1), terms]
}

/**
 * While an account is being deployed: milliseconds between two checks, the number of checks, and milliseconds after which the operation that
 * deploys it counts as dropped.
 */
const deployment = { pause: 2_000, looks: 30, within: 120_000 } as const

/**
 * Whether an earlier operation of the account isn't in a block yet. Waits a while for one that deploys the account: another one would
 * deploy it again, and be dropped.
 */
async function isStillBusy(
  { network, rpcUrl, signal }: WalletRequest,
  { accounts, operations, wait, sender: address }: StartOptions & { readonly sender: string },
): Promise<boolean> {
  const place = { chain: network.caipNetworkId, signal }
  const { pause, looks, within } = deployment
  for (let look = 0; look < looks && (await operations.isBusy({ ...place, within })); look += 1) {
    if (await accounts.isDeployed({ network, address, rpcUrl, signal })) return true
    await wait(pause, signal)
  }
  return operations.isBusy(place)
}

function assertEnabled({ method, network }: WalletRequest, { accounts }: StartOptions): void {
  if (accounts.isEnabled(network)) return
  const code = method === 'wallet_sendCalls' ? 5710 : 4200
  throw new FrameRequestError('There are no smart accounts on this network.', { code })
}
