import type {
  Account,
  AccountType,
  CaipNetworkId,
  ConnectRequest,
  LatchkeyError,
  Namespace,
  Network,
  PluginContext,
} from '@latchkey/core'
import {
  ChainNotSupportedError,
  InvalidWalletReplyError,
  isAddress,
  isSameAddress,
  RpcError,
} from '@latchkey/core/plugin'
import type { CallPayload, FrameClient } from '../frame/frameClient.js'
import { toNamedError } from '../frame/frameErrors.js'
import type { Login } from '../login/createLogin.js'
import { isListed, isOffered, listNetworks, parseFrameChainId, toFrameChainId } from '../networks.js'
import type { FrameUser } from '../protocol/messages.js'
import { storeLoginKind } from '../storage/loginKinds.js'
import type { AccountTypes } from './createAccountTypes.js'
import type { Connection, Connections } from './createConnections.js'

export type AccessOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  readonly places: Connections
  readonly types: AccountTypes
}

/** Connects the login's wallet in a namespace, and switches networks. */
export type Access = {
  /** The current network, or before connecting, the network that will be requested. [S4.38] */
  getNetworkId(namespace: Namespace): CaipNetworkId
  /** Parameters of a user request: the network and the preferred account type. [S4.34] */
  toUserRequest(caipNetworkId: CaipNetworkId): UserRequest
  /** Requests the user's account from the frame. Throws `UNAUTHORIZED` if nobody is logged in. */
  connect(request: ConnectRequest): Promise<Connection>
  /** Switches the network, and connects the namespace first if needed [S4.16]. Throws `CHAIN_NOT_SUPPORTED`. */
  switchTo(network: Network, signal: AbortSignal): Promise<void>
}

export type UserRequest = Pick<NonNullable<CallPayload<'GET_USER'>>, 'chainId' | 'preferredAccountType' | 'rpcUrl'>

/** Maximum number of other networks to try if the frame doesn't know the preferred one. */
const maxFallbacks = 8

export function createAccess({ client, context, login, places, types }: AccessOptions): Access {
  const getNetwork = (id: CaipNetworkId | null | undefined): Network | undefined =>
    context.getNetworks().find(({ caipNetworkId }) => caipNetworkId === id)

  /** Networks to request, preferred ones first. */
  const list = (namespace: Namespace, wish?: Network | undefined): readonly [CaipNetworkId, ...CaipNetworkId[]] => {
    const last = parseFrameChainId(client.memory.get('lastChain') ?? null, namespace)
    const current = places.get(namespace)?.caipNetworkId
    const ids = listNetworks(context.getNetworks(), { namespace, wishes: [wish?.caipNetworkId, current, last] })
    const [best, ...others] = ids
    if (best) return [best, ...others]
    throw new ChainNotSupportedError({ details: `The modal has no network of ${namespace} that a frame could know.` })
  }

  const toUserRequest: Access['toUserRequest'] = (caipNetworkId) => ({
    chainId: toFrameChainId(caipNetworkId),
    preferredAccountType: types.get(caipNetworkId),
    rpcUrl: getNetwork(caipNetworkId)?.rpcUrls.default.http[0],
  })
  const askFor = async (caipNetworkId: CaipNetworkId, signal: AbortSignal) => {
    try {
      return await client.call('GET_USER', toUserRequest(caipNetworkId), { signal })
    } catch (cause) {
      throw toNamedError(cause)
    }
  }
  const settle = (namespace: Namespace, place: Connection): Connection => {
    const addresses = place.accounts.map(({ address }) => address)
    storeLoginKind(client.memory, addresses, login.getUser().socialProvider)
    places.set(namespace, place)
    return place
  }
  const connect: Access['connect'] = async ({ namespace, network, accountType, signal }) => {
    signal.throwIfAborted()
    await login.assert(signal)
    const [first, ...others] = list(namespace, network)
    await client.open(signal)
    if (namespace === 'eip155') types.prefer(accountType)
    let asked = askFor(first, signal)
    // a self-hosted site may know only some of the app's networks: any of them will do
    for (const other of others.slice(0, maxFallbacks))
      asked = asked.catch((cause: LatchkeyError) => {
        signal.throwIfAborted()
        if (cause.code !== 'CHAIN_UNRECOGNIZED') throw cause
        return askFor(other, signal)
      })
    const user = await asked.catch((cause: LatchkeyError) => {
      // the frame has no login any more, for example after a sign-out elsewhere
      if (cause.code === 'UNAUTHORIZED') login.drop()
      throw cause.code === 'CHAIN_UNRECOGNIZED' ? toUnsupported(first, cause) : cause
    })
    signal.throwIfAborted()
    return settle(namespace, toConnection(user, namespace))
  }
  /** Moves to a network that the frame has already accepted, with the account preferred there. */
  const arrive = async (
    caipNetworkId: CaipNetworkId,
    namespace: Namespace,
    signal: AbortSignal,
  ): Promise<Connection> => {
    const now = places.get(namespace)
    if (!now) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The login ended meanwhile.' })
    // a smart account belongs to one network, and may not be deployed on the other
    if (![now.caipNetworkId, caipNetworkId].some(types.isEnabled)) return { ...now, caipNetworkId }
    const place = toConnection(await askFor(caipNetworkId, signal), namespace)
    if (place.caipNetworkId !== caipNetworkId) throw toUnsupported(caipNetworkId)
    return place
  }

  return {
    getNetworkId: (namespace) => list(namespace)[0],
    toUserRequest,
    connect,
    async switchTo(network, signal) {
      const { caipNetworkId, chainNamespace: namespace } = network
      signal.throwIfAborted()
      if (!isOffered(network)) throw toUnsupported(caipNetworkId)
      const place = places.get(namespace)
      if (!place) {
        const { caipNetworkId: reached } = await connect({ namespace, network, silent: true, signal })
        if (reached !== caipNetworkId) throw toUnsupported(caipNetworkId)
        return
      }
      if (place.caipNetworkId === caipNetworkId) return
      const payload = { chainId: toFrameChainId(caipNetworkId), rpcUrl: network.rpcUrls.default.http[0] }
      const reply = await client.call('SWITCH_NETWORK', payload, { signal }).catch((cause: unknown) => {
        const fault = toNamedError(cause)
        // the network isn't on the list of known ones, and the frame has just rejected it
        throw fault.code === 'FRAME_FAILED' && !isListed(caipNetworkId) ? toUnsupported(caipNetworkId, fault) : fault
      })
      signal.throwIfAborted()
      if (parseFrameChainId(reply.chainId, namespace) !== caipNetworkId) throw toUnsupported(caipNetworkId)
      const arrived = await arrive(caipNetworkId, namespace, signal)
      signal.throwIfAborted()
      settle(namespace, arrived)
    },
  }
}

function toUnsupported(caipNetworkId: CaipNetworkId, cause?: unknown): ChainNotSupportedError {
  return new ChainNotSupportedError({ cause, details: `The embedded wallet is not on ${caipNetworkId}.` })
}

/**
 * Converts a reply to GET_USER to a connection, with the active account first. That account is a smart account only if the frame
 * lists its address as one [S4.14]. Throws `INVALID_WALLET_REPLY` for an account of another namespace.
 */
function toConnection(user: FrameUser, namespace: Namespace): Connection {
  const { address, accounts = [], preferredAccountType = 'eoa', smartAccountDeployed } = user
  const caipNetworkId = parseFrameChainId(user.chainId, namespace)
  if (!caipNetworkId || !isAddress(namespace, address))
    throw new InvalidWalletReplyError({
      details: `GET_USER: ${address} on ${user.chainId} is nothing of ${namespace}.`,
    })
  const known = accounts.filter((account) => isAddress(namespace, account.address))
  const isActive = (account: { readonly address: string }): boolean =>
    isSameAddress(namespace, account.address, address)
  const type = known.find(isActive)?.type ?? (known.length === 0 ? preferredAccountType : 'eoa')
  const others = known.filter((account) => !isActive(account))
  const toAccount = (account: { readonly address: string; readonly type: AccountType }): Account => ({
    namespace,
    address: account.address,
    type: account.type,
  })
  const all = [{ address, type }, ...others].map(toAccount)
  const hasSmartAccount = all.some((account) => account.type === 'smartAccount')
  return {
    accounts: all as [Account, ...Account[]],
    caipNetworkId,
    ...(hasSmartAccount && smartAccountDeployed !== undefined && { isDeployed: smartAccountDeployed }),
  }
}
