import {
  type Account,
  type Call,
  type CallBundle,
  type CallBundleStatus,
  type Capabilities,
  type Connector,
  type ConnectorFeatures,
  isLatchkeyError,
  isRecord,
  type Network,
} from '@latchkey/core'
import { InvalidWalletReplyError, isUnsent, OutcomeUnknownError, RpcError } from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { readTimeout, requestWallet, type WalletRequestOptions } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { describeValue, invalidParams, isBytes, parseAddress, toHex, toQuantity } from '../encoding.js'
import type { RpcCall } from '../rpc/endpoint.js'
import { parseCallsStatus, parseCapabilities } from './callReplies.js'

/** Several calls with one consent (EIP-5792): apart from what every wallet is asked for. */
export type CallFeatures = {
  readonly [name in 'calls:send' | 'calls:status' | 'capabilities:read']: NonNullable<Connector['features'][name]>
}

export function createCallFeatures(link: WalletLink, wallet: WalletObserver): CallFeatures {
  return {
    'calls:send': (request) => sendCalls(link, wallet, request),
    'calls:status': (request) => readCallsStatus(link, request),
    'capabilities:read': (request) => readCapabilities(link, request),
  }
}

type SendCallsRequest = Parameters<ConnectorFeatures['calls:send']>[0]

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
export async function sendCalls(link: WalletLink, wallet: WalletObserver, request: SendCallsRequest): Promise<string> {
  const { signal } = request
  const own = toHex(link.env.random(32))
  const parameter = toCallsParameter({ ...request, bundle: { id: own, ...request.bundle } })
  await Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)])
  const ask = (params: object): Promise<unknown> =>
    requestCalls(link, { method: 'wallet_sendCalls', params: [params] }, { signal })
  let reply: unknown
  try {
    reply = await ask(parameter)
  } catch (cause) {
    if (!isLatchkeyError(cause) || signal.aborted) throw cause
    if (cause.code === 'VERSION_NOT_SUPPORTED') reply = await ask(toVersion1(parameter, cause))
    // the others are about a bundle before this one
    else if (isUnsent(cause) || cause.code === 'DUPLICATE_ID' || cause.code === 'UNKNOWN_BUNDLE') throw cause
    else reply = await findBundle(link, { id: parameter.id ?? own, signal }, cause)
  }
  const id = parseBundleId(reply)
  if (id === null) throw new InvalidWalletReplyError({ details: `wallet_sendCalls: ${describeValue(reply)}` })
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
function toVersion1({ chainId, from, calls, capabilities, atomicRequired }: CallsParameter, cause: unknown): object {
  if (atomicRequired && calls.length > 1)
    throw new RpcError(5760, 'ATOMICITY_NOT_SUPPORTED', { cause, details: 'The wallet knows EIP-5792 1.0 only.' })
  return { version: '1.0', chainId, from, calls, capabilities }
}

/** An object with the id; a text alone in version 1.0. */
function parseBundleId(reply: unknown): string | null {
  try {
    const id = isRecord(reply) ? reply['id'] : reply
    return typeof id === 'string' && id !== '' ? id : null
  } catch {
    return null // a getter that throws
  }
}

/** What `wallet_sendCalls` takes (EIP-5792, version 2.0.0). */
export type CallsParameter = {
  readonly version: '2.0.0'
  readonly chainId: string
  readonly from: string
  readonly atomicRequired: boolean
  readonly calls: readonly Readonly<Record<string, string>>[]
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly id?: string
}

export type CallsRequest = { readonly account: Account; readonly network: Network; readonly bundle: CallBundle }

/** 4096 bytes as 0x hex: more than that no wallet has to take. */
const maxIdLength = 8_194

/** The bundle as wallets take it, on the network that it was asked for [S5.10]. `INVALID_PARAMS` names what is wrong. */
export function toCallsParameter({ account, network, bundle }: CallsRequest): CallsParameter {
  const { calls, isAtomic, capabilities = {}, id } = bundle
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('calls is no list of at least one call.')
  if (!isRecord(capabilities)) throw invalidParams('capabilities is no object.')
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > maxIdLength))
    throw invalidParams(`id is no text of up to ${maxIdLength} characters.`)
  return {
    version: '2.0.0',
    chainId: toQuantity('chainId', Number(network.id)),
    from: account.address,
    // only who says so gets less than all or none
    atomicRequired: isAtomic !== false,
    calls: calls.map(toCall),
    capabilities,
    ...(id !== undefined && { id }),
  }
}

function toCall(call: Call, index: number): Readonly<Record<string, string>> {
  const name = `calls[${index}]`
  const { to, data, value } = call ?? {}
  const address = to === undefined ? undefined : parseAddress(isBytes(to) ? to : undefined)
  if (address === null) throw invalidParams(`${name}.to is no address.`)
  if (data !== undefined && !isBytes(data)) throw invalidParams(`${name}.data is no hexadecimal text of whole bytes.`)
  if (to === undefined && data === undefined) throw invalidParams(`${name} has neither to nor data.`)
  return {
    ...(address && { to: address }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: toQuantity(`${name}.value`, value) }),
  }
}

type StatusRequest = Parameters<ConnectorFeatures['calls:status']>[0]

/** `wallet_getCallsStatus` (EIP-5792). Throws `UNKNOWN_BUNDLE`, `UNSUPPORTED_METHOD` or `INVALID_WALLET_REPLY`. */
export async function readCallsStatus(
  link: WalletLink,
  { id, signal }: Pick<StatusRequest, 'id' | 'signal'>,
): Promise<CallBundleStatus> {
  if (typeof id !== 'string' || id === '') throw invalidParams('id is not a string.')
  const call = { method: 'wallet_getCallsStatus', params: [id] }
  const reply = await requestCalls(link, call, { signal, deadline: readTimeout })
  const status = parseCallsStatus(reply)
  if (!status) throw new InvalidWalletReplyError({ details: `${call.method}: ${describeValue(reply)}` })
  return status
}

type CapabilitiesRequest = Parameters<ConnectorFeatures['capabilities:read']>[0]

/**
 * `wallet_getCapabilities` (EIP-5792): on the networks that are named, else on those that the wallet names and the one
 * that it is on. Nothing is kept. Throws `UNSUPPORTED_METHOD`, `UNAUTHORIZED` or `INVALID_WALLET_REPLY`.
 */
export async function readCapabilities(link: WalletLink, request: CapabilitiesRequest): Promise<Capabilities> {
  const { account, network, networks, signal } = request
  if (networks?.length === 0) return {}
  const chainIds = networks?.map(({ id }) => toQuantity('chainId', Number(id)))
  const call = { method: 'wallet_getCapabilities', params: [account.address, ...(chainIds ? [chainIds] : [])] }
  const reply = await requestCalls(link, call, { signal, deadline: readTimeout })
  const wanted = (networks ?? [network]).map(({ caipNetworkId }) => caipNetworkId)
  const found = parseCapabilities(reply, wanted)
  if (!found) throw new InvalidWalletReplyError({ details: `${call.method}: ${describeValue(reply)}` })
  if (!networks) return found
  return Object.fromEntries(Object.entries(found).filter(([id]) => (wanted as readonly string[]).includes(id)))
}

/** How wallets say that they lack a method: EIP-1193, JSON-RPC 2.0 and EIP-1474 have a code each. */
const unsupportedCodes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED']

/** Asks for a method of EIP-5792. From a wallet without it comes `UNSUPPORTED_METHOD`, whichever code it has for that. */
export async function requestCalls(link: WalletLink, call: RpcCall, options: WalletRequestOptions): Promise<unknown> {
  try {
    return await requestWallet(link, call, options)
  } catch (cause) {
    throw toCallsError(call, cause)
  }
}

function toCallsError({ method }: RpcCall, cause: unknown): unknown {
  if (!isLatchkeyError(cause) || !unsupportedCodes.includes(cause.code)) return cause
  return new RpcError(4200, 'UNSUPPORTED_METHOD', { cause, details: cause.details ?? method })
}
