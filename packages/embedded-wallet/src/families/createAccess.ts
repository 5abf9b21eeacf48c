import type { CaipNetworkId, ConnectRequest, LatchkeyError, Namespace, Network, PluginContext } from '@latchkey/core'
import { ChainNotSupportedError, RpcError } from '@latchkey/core/plugin'
import type { CallPayload, FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'
import { isListed, isOffered } from '../policy/supportedNetworks.js'
import { noteLoginKind } from '../storage/loginKinds.js'
import { parseFrameChainId, toFrameChainId } from './chainIds.js'
import type { AccountTypes } from './createAccountTypes.js'
import type { Place, Places } from './createPlaces.js'
import { listNetworks } from './listNetworks.js'
import { nameFrameFault } from './nameFrameFault.js'
import { toPlace } from './toPlace.js'

export type AccessOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  readonly places: Places
  readonly types: AccountTypes
}

/** Brings the wallet of a login to a chain family, and from network to network. */
export type Access = {
  /** Where the wallet is, or, before it is connected, where the frame will be asked for it. [S4.38] */
  getNetworkId(namespace: Namespace): CaipNetworkId
  /** What the frame is asked with for the visitor: the network, and the kind of account. [S4.34] */
  toUserRequest(caipNetworkId: CaipNetworkId): UserRequest
  /** Asks the frame for the visitor's account. Throws `UNAUTHORIZED` where nobody is logged in. */
  connect(request: ConnectRequest): Promise<Place>
  /** Connects the chain family first where needed [S4.16]. Throws `CHAIN_NOT_SUPPORTED`. */
  switchTo(network: Network, signal: AbortSignal): Promise<void>
}

export type UserRequest = Pick<NonNullable<CallPayload<'GET_USER'>>, 'chainId' | 'preferredAccountType' | 'rpcUrl'>

/** Networks beyond the best one that the frame is asked for, where it says that it does not know one. */
const mostTries = 8

export function createAccess({ client, context, login, places, types }: AccessOptions): Access {
  const getNetwork = (id: CaipNetworkId | null | undefined): Network | undefined =>
    context.getNetworks().find(({ caipNetworkId }) => caipNetworkId === id)

  /** Those to ask the frame for, best first. */
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
      throw nameFrameFault(cause)
    }
  }
  const settle = (namespace: Namespace, place: Place): Place => {
    const addresses = place.accounts.map(({ address }) => address)
    noteLoginKind(client.memory, addresses, login.getUser().socialProvider)
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
    // a site of one's own may know few of the app's networks: one of them will do
    for (const other of others.slice(0, mostTries))
      asked = asked.catch((cause: LatchkeyError) => {
        signal.throwIfAborted()
        if (cause.code !== 'CHAIN_UNRECOGNIZED') throw cause
        return askFor(other, signal)
      })
    const user = await asked.catch((cause: LatchkeyError) => {
      // the frame knows nobody any more, as where the login ended elsewhere
      if (cause.code === 'UNAUTHORIZED') login.drop()
      throw cause.code === 'CHAIN_UNRECOGNIZED' ? toUnsupported(first, cause) : cause
    })
    signal.throwIfAborted()
    return settle(namespace, toPlace(user, namespace))
  }
  /** Goes to a network of which the frame has agreed already, with the account that is preferred there. */
  const arrive = async (caipNetworkId: CaipNetworkId, namespace: Namespace, signal: AbortSignal): Promise<Place> => {
    const now = places.get(namespace)
    if (!now) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The login ended meanwhile.' })
    // a smart account is one network's, whether it is a contract there already too
    if (![now.caipNetworkId, caipNetworkId].some(types.isEnabled)) return { ...now, caipNetworkId }
    const place = toPlace(await askFor(caipNetworkId, signal), namespace)
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
        const fault = nameFrameFault(cause)
        // no list says that the frame has it: it has just said that it does not
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
