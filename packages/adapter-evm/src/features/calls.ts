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
import { beforeSending, InvalidWalletReplyError, isUnsent, OutcomeUnknownError, RpcError } from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { readTimeout, requestOptional } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { describeValue, hasBytes, invalidParams, isBytes, parseRecipient, toHex, toQuantity } from '../encoding.js'
import { parseCallsStatus, parseCapabilities } from './callReplies.js'
import { isNodeTimeout, toReverted } from './sendTransaction.js'

/** Batched calls (EIP-5792), which few wallets support. */
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
 * Sends calls as one bundle (`wallet_sendCalls`, EIP-5792) on the wallet's current network, which is always named. The wallet
 * is asked once; if it rejects version 2.0.0, the request is repeated in version 1.0, unless the bundle needs the atomicity
 * that 1.0 doesn't guarantee. The bundle always has an id: after an error that may have come too late, the wallet is asked
 * for the status of that id.
 *
 * Throws `OUTCOME_UNKNOWN`, with the id in `details`, if the calls may have been sent and the wallet doesn't know the bundle. In
 * version 1.0, which has no ids, that is unknown after any such error. Else throws `TRANSACTION_REVERTS`, `INVALID_PARAMS`,
 * `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `UNSUPPORTED_METHOD`, `ATOMICITY_NOT_SUPPORTED` or another error of EIP-5792.
 */
async function sendCalls(link: WalletLink, wallet: WalletObserver, request: SendCallsRequest): Promise<string> {
  const { signal } = request
  const id = request.bundle.id ?? toHex(link.env.random(32))
  const parameter = toCallsParameter({ ...request, bundle: { ...request.bundle, id } })
  await beforeSending(signal, () =>
    Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)]),
  )
  const send = async (params: object, sentId?: string): Promise<unknown> => {
    try {
      return await requestOptional(link, { method: 'wallet_sendCalls', params: [params] }, { signal })
    } catch (cause) {
      if (!isLatchkeyError(cause) || signal.aborted) throw cause
      // the last two codes are about an earlier bundle
      const isRefused = isUnsent(cause) && !isNodeTimeout(cause)
      if (isRefused || cause.code === 'DUPLICATE_ID' || cause.code === 'UNKNOWN_BUNDLE') throw cause
      if (sentId !== undefined && (await isKnownBundle(link, { id: sentId, signal }))) return sentId
      throw toReverted(cause) ?? new OutcomeUnknownError({ cause, details: sentId })
    }
  }
  let reply: unknown
  try {
    reply = await send(parameter, id)
  } catch (cause) {
    if (!isLatchkeyError(cause) || cause.code !== 'VERSION_NOT_SUPPORTED') throw cause
    reply = await send(toVersion1(parameter, cause))
  }
  const repliedId = parseBundleId(reply)
  if (repliedId === null) throw new InvalidWalletReplyError({ details: `wallet_sendCalls: ${describeValue(reply)}` })
  return repliedId
}

function isKnownBundle(
  link: WalletLink,
  request: { readonly id: string; readonly signal: AbortSignal },
): Promise<boolean> {
  return readCallsStatus(link, request).then(
    () => true,
    () => false, // the error of the request itself is reported
  )
}

/** The parameter in version 1.0, which has no ids. A single call is always atomic. */
function toVersion1({ chainId, from, calls, capabilities, atomicRequired }: CallsParameter, cause: unknown): object {
  if (atomicRequired && calls.length > 1)
    throw new RpcError(5760, 'ATOMICITY_NOT_SUPPORTED', { cause, details: 'The wallet supports EIP-5792 1.0 only.' })
  return { version: '1.0', chainId, from, calls, capabilities }
}

/** The id of the bundle: a field of the reply, or in version 1.0 the reply itself. */
function parseBundleId(reply: unknown): string | null {
  try {
    const id = isRecord(reply) ? reply['id'] : reply
    return typeof id === 'string' && id !== '' ? id : null
  } catch {
    return null // a getter that throws
  }
}

/** The parameter of `wallet_sendCalls` (EIP-5792, version 2.0.0). */
export type CallsParameter = {
  readonly version: '2.0.0'
  readonly chainId: string
  readonly from: string
  readonly atomicRequired: boolean
  readonly calls: readonly Readonly<Record<string, string>>[]
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly id: string
}

export type CallsRequest = {
  readonly account: Account
  readonly network: Network
  readonly bundle: CallBundle & { readonly id: string }
}

/** 4096 bytes as hex with 0x: wallets need not accept more. */
const maxIdLength = 8_194

/** The bundle as `wallet_sendCalls` takes it [S5.10]. Throws `INVALID_PARAMS` with the invalid field. */
function toCallsParameter({ account, network, bundle }: CallsRequest): CallsParameter {
  const { calls, isAtomic, capabilities = {}, id } = bundle
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('calls is not a list of at least one call.')
  if (!isRecord(capabilities)) throw invalidParams('capabilities is not an object.')
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength)
    throw invalidParams(`id is not a string of up to ${maxIdLength} characters.`)
  return {
    version: '2.0.0',
    chainId: toQuantity('chainId', Number(network.id)),
    from: account.address,
    // atomic by default
    atomicRequired: isAtomic !== false,
    calls: calls.map(toCall),
    capabilities,
    id,
  }
}

function toCall(call: Call, index: number): Readonly<Record<string, string>> {
  const name = `calls[${index}]`
  const { to, data, value } = call ?? {}
  const address = to === undefined ? undefined : parseRecipient(to)
  if (address === null) throw invalidParams(`${name}.to is not an address with a valid checksum.`)
  if (data !== undefined && !isBytes(data)) throw invalidParams(`${name}.data is not a hex string of whole bytes.`)
  if (to === undefined && !hasBytes(data)) throw invalidParams(`${name} has neither to nor data.`)
  return {
    ...(address && { to: address }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: toQuantity(`${name}.value`, value) }),
  }
}

type StatusRequest = Parameters<ConnectorFeatures['calls:status']>[0]

/**
 * Reads the status of a bundle (`wallet_getCallsStatus`). Throws `UNKNOWN_BUNDLE`, `UNSUPPORTED_METHOD` or
 * `INVALID_WALLET_REPLY`.
 */
async function readCallsStatus(
  link: WalletLink,
  { id, signal }: Pick<StatusRequest, 'id' | 'signal'>,
): Promise<CallBundleStatus> {
  if (typeof id !== 'string' || id === '') throw invalidParams('id is not a string.')
  const call = { method: 'wallet_getCallsStatus', params: [id] }
  const reply = await requestOptional(link, call, { signal, timeout: readTimeout })
  const status = parseCallsStatus(reply)
  if (!status) throw new InvalidWalletReplyError({ details: `${call.method}: ${describeValue(reply)}` })
  return status
}

type CapabilitiesRequest = Parameters<ConnectorFeatures['capabilities:read']>[0]

/**
 * Reads the wallet's capabilities (`wallet_getCapabilities`) on `networks`, or on all that the wallet lists and its current
 * one. Not cached. Throws `UNSUPPORTED_METHOD`, `UNAUTHORIZED` or `INVALID_WALLET_REPLY`.
 */
async function readCapabilities(link: WalletLink, request: CapabilitiesRequest): Promise<Capabilities> {
  const { account, network, networks, signal } = request
  if (networks?.length === 0) return {}
  const chainIds = networks?.map(({ id }) => toQuantity('chainId', Number(id)))
  const call = { method: 'wallet_getCapabilities', params: [account.address, ...(chainIds ? [chainIds] : [])] }
  const reply = await requestOptional(link, call, { signal, timeout: readTimeout })
  const wanted = (networks ?? [network]).map(({ caipNetworkId }) => caipNetworkId)
  const found = parseCapabilities(reply, wanted)
  if (!found) throw new InvalidWalletReplyError({ details: `${call.method}: ${describeValue(reply)}` })
  if (!networks) return found
  return Object.fromEntries(Object.entries(found).filter(([id]) => (wanted as readonly string[]).includes(id)))
}
