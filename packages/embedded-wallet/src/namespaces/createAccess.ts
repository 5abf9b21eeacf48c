import type {
  Account,
  CaipNetworkId,
  ConnectorFeatures,
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
import { type CallPayload, type FrameClient, frameTimeouts } from '../frame/frameClient.js'
import { toNamedError } from '../frame/frameErrors.js'
import type { Login } from '../login/createLogin.js'
import { isListed, isOffered, listNetworks, parseFrameChainId, toFrameChainId } from '../networks.js'
import type { FrameAccount, FrameUser } from '../protocol/messages.js'
import type { Approvals } from '../requests/createApprovals.js'
import { type FrameMemory, getChainIds } from '../storage/frameMemory.js'
import { storeLoginKind } from '../storage/loginKinds.js'
import type { AccountTypes } from './createAccountTypes.js'
import type { Connection, Connections } from './createConnections.js'

export type AccessOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  readonly connections: Connections
  readonly types: AccountTypes
  readonly approvals: Approvals
}

/** Connects the login's wallet in a namespace, and switches networks. */
export type Access = {
  /** The current network, or before connecting, the network that will be requested. [S4.38] */
  getNetworkId(namespace: Namespace): CaipNetworkId
  /** Parameters of a user request: the network and the preferred account type. [S4.34] */
  toUserRequest(caipNetworkId: CaipNetworkId): UserRequest
  /** Requests the user's account from the frame. Throws `UNAUTHORIZED` if no user is logged in. */
  connect(request: ConnectRequest): Promise<Connection>
  /**
   * Signs in with the active account, in one exchange with the frame, where the user approves it. Undefined if the frame doesn't
   * sign messages with a login. [S3.18]
   */
  signIn(request: SignInRequest): Promise<string | undefined>
  /** Switches the network, and connects the namespace first if needed [S4.16]. Throws `CHAIN_NOT_SUPPORTED`. */
  switchTo(network: Network, signal: AbortSignal): Promise<void>
}

export type UserRequest = Pick<NonNullable<CallPayload<'GET_USER'>>, 'chainId' | 'preferredAccountType' | 'rpcUrl'>

type SignInRequest = Parameters<ConnectorFeatures['signIn:sign']>[0]

/** Maximum number of other networks to try if the frame doesn't know the preferred one. */
const maxFallbacks = 8

export function createAccess({ client, context, login, connections, types, approvals }: AccessOptions): Access {
  const getNetwork = (id: CaipNetworkId | null | undefined): Network | undefined =>
    context.getNetworks().find(({ caipNetworkId }) => caipNetworkId === id)

  /** Networks to request, preferred ones first. */
  const list = (
    namespace: Namespace,
    preferred?: Network | undefined,
  ): readonly [CaipNetworkId, ...CaipNetworkId[]] => {
    const last = parseFrameChainId(client.memory.get('lastChain') ?? null, namespace)
    const current = connections.get(namespace)?.caipNetworkId
    const ids = listNetworks(context.getNetworks(), { namespace, preferred: [preferred?.caipNetworkId, current, last] })
    const [best, ...others] = ids
    if (best) return [best, ...others]
    throw new ChainNotSupportedError({
      details: `No network of ${namespace} is configured that the secure site could support. Add one to networks with an RPC URL.`,
    })
  }

  const toUserRequest: Access['toUserRequest'] = (caipNetworkId) => ({
    chainId: toFrameChainId(caipNetworkId),
    preferredAccountType: types.get(caipNetworkId),
    rpcUrl: getNetwork(caipNetworkId)?.rpcUrls.default.http[0],
  })
  const requestUser = async (caipNetworkId: CaipNetworkId, signal: AbortSignal) => {
    try {
      return await client.call('GET_USER', toUserRequest(caipNetworkId), { signal })
    } catch (cause) {
      throw toNamedError(cause)
    }
  }
  const settle = (namespace: Namespace, connection: Connection): Connection => {
    const addresses = connection.accounts.map(({ address }) => address)
    storeLoginKind(client.memory, addresses, login.getKind())
    connections.set(namespace, connection)
    return connection
  }
  const connectNow: Access['connect'] = async ({ namespace, network, accountType, signal }) => {
    const session = login.getSession()
    await login.assert(signal)
    const [first, ...others] = list(namespace, network)
    await client.open(signal)
    if (namespace === 'eip155') types.prefer(accountType)
    let request = requestUser(first, signal)
    // a self-hosted site may know only some of the app's networks: any of them will do
    for (const other of others.slice(0, maxFallbacks))
      request = request.catch((cause: LatchkeyError) => {
        signal.throwIfAborted()
        if (cause.code !== 'CHAIN_UNRECOGNIZED') throw cause
        return requestUser(other, signal)
      })
    const user = await request.catch((cause: LatchkeyError) => {
      // the frame has no login any more, for example after a sign-out elsewhere
      if (cause.code === 'UNAUTHORIZED') login.drop(session)
      throw cause.code === 'CHAIN_UNRECOGNIZED' ? toUnsupported(first, cause) : cause
    })
    signal.throwIfAborted()
    return settle(namespace, toConnection(user, namespace, client.memory))
  }
  const connect: Access['connect'] = (request) =>
    login.during(request.signal, (signal) => connectNow({ ...request, signal }))
  /** Moves to a network that the frame has already accepted, with the account preferred there. */
  const moveTo = async (
    caipNetworkId: CaipNetworkId,
    namespace: Namespace,
    signal: AbortSignal,
  ): Promise<Connection> => {
    const now = connections.get(namespace)
    if (!now) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The login has ended. Log in again.' })
    // a smart account belongs to one network, and may not be deployed on the other; on Bitcoin each network has its own addresses
    if (namespace !== 'bip122' && ![now.caipNetworkId, caipNetworkId].some(types.isEnabled))
      return { ...now, caipNetworkId }
    const connection = toConnection(await requestUser(caipNetworkId, signal), namespace, client.memory)
    if (connection.caipNetworkId !== caipNetworkId) throw toUnsupported(caipNetworkId)
    return connection
  }
  const switchTo: Access['switchTo'] = async (network, signal) => {
    const { caipNetworkId, chainNamespace: namespace } = network
    if (!isOffered(network)) throw toUnsupported(caipNetworkId)
    const connection = connections.get(namespace)
    if (!connection) {
      const { caipNetworkId: reached } = await connect({ namespace, network, silent: true, signal })
      if (reached !== caipNetworkId) throw toUnsupported(caipNetworkId)
      return
    }
    if (connection.caipNetworkId === caipNetworkId) return
    const payload = { chainId: toFrameChainId(caipNetworkId), rpcUrl: network.rpcUrls.default.http[0] }
    const reply = await client.call('SWITCH_NETWORK', payload, { signal }).catch((cause: unknown) => {
      const error = toNamedError(cause)
      // the network isn't on the list of known ones, and the frame has just rejected it
      throw error.code === 'FRAME_FAILED' && !isListed(caipNetworkId) ? toUnsupported(caipNetworkId, error) : error
    })
    signal.throwIfAborted()
    if (parseFrameChainId(reply.chainId, namespace) !== caipNetworkId) throw toUnsupported(caipNetworkId)
    const moved = await moveTo(caipNetworkId, namespace, signal)
    signal.throwIfAborted()
    settle(namespace, moved)
  }

  return {
    getNetworkId: (namespace) => list(namespace)[0],
    toUserRequest,
    connect,
    async signIn({ account, network, message, data, signal: given }) {
      const { chainNamespace: namespace, caipNetworkId } = network
      const session = login.getSession()
      const siwxMessage = { ...data, serializedMessage: message }
      const show = async (own: AbortSignal): Promise<FrameUser> => {
        await client.open(own)
        const payload = { ...toUserRequest(caipNetworkId), siwxMessage }
        return client.call('GET_USER', payload, { signal: own, timeout: frameTimeouts.approval })
      }
      const user = await login
        .during(given, (signal) => approvals.request({ namespace, signal, show }))
        .catch((cause: unknown) => {
          const error = toNamedError(cause)
          // only after the request has settled: ending the login rejects all others
          if (error.code === 'UNAUTHORIZED') login.drop(session)
          throw error
        })
      if (user.signature === undefined) return undefined
      if (user.message === message && isSameAddress(namespace, user.address, account.address)) return user.signature
      throw new InvalidWalletReplyError({ details: 'GET_USER: the signature is for another message or account.' })
    },
    switchTo: (network, given) => login.during(given, (signal) => switchTo(network, signal)),
  }
}

function toUnsupported(caipNetworkId: CaipNetworkId, cause?: unknown): ChainNotSupportedError {
  return new ChainNotSupportedError({ cause, details: `The embedded wallet does not support ${caipNetworkId}.` })
}

/**
 * Converts a reply to GET_USER to a connection, with the active account first. That account is a smart account only if the frame
 * lists its address as one [S4.14]. A frame that doesn't say whether it is deployed has said so before. Throws `INVALID_WALLET_REPLY` for an account of another namespace.
 */
function toConnection(user: FrameUser, namespace: Namespace, memory: FrameMemory): Connection {
  const { address, accounts = [], preferredAccountType = 'eoa' } = user
  const caipNetworkId = parseFrameChainId(user.chainId, namespace)
  if (!caipNetworkId || !isAddress(namespace, address))
    throw new InvalidWalletReplyError({
      details: `GET_USER: ${address} on ${user.chainId} is not an account of ${namespace}.`,
    })
  const known = accounts.filter((account) => isAddress(namespace, account.address))
  const isActive = (account: { readonly address: string }): boolean =>
    isSameAddress(namespace, account.address, address)
  const active = known.find(isActive) ?? {
    address,
    type: known.length === 0 ? preferredAccountType : ('eoa' as const),
  }
  const others = known.filter((account) => !isActive(account))
  const toAccount = ({ address, type, publicKey, path, custody }: FrameAccount): Account => ({
    namespace,
    address,
    type,
    ...(publicKey !== undefined && { publicKey }),
    ...(path !== undefined && { path }),
    ...(custody && { custody }),
  })
  const all = [{ ...active, address }, ...others].map(toAccount)
  const isDeployed =
    user.smartAccountDeployed ?? (getChainIds(memory, 'smartAccounts').includes(Number(user.chainId)) || undefined)
  const hasSmartAccount = all.some((account) => account.type === 'smartAccount')
  return {
    accounts: all as [Account, ...Account[]],
    caipNetworkId,
    ...(hasSmartAccount && isDeployed !== undefined && { isDeployed }),
  }
}
