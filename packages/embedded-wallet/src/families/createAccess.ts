import type {
  AccountType,
  CaipNetworkId,
  ConnectRequest,
  LatchkeyError,
  Namespace,
  Network,
  PluginContext,
} from '@latchkey/core'
import { ChainNotSupportedError, isAddress, isSameAddress, RpcError } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'
import { isListed, isOffered } from '../policy/supportedNetworks.js'
import { parseFrameChainId, toFrameChainId } from './chainIds.js'
import type { Place, Places } from './createPlaces.js'
import { listNetworks } from './listNetworks.js'
import { nameFrameFault } from './nameFrameFault.js'
import { toPlace } from './toPlace.js'

export type AccessOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly login: Login
  readonly places: Places
}

/** Brings the wallet of a login to a chain family, and from network to network. */
export type Access = {
  /** Where the wallet is, or, before it is connected, where the frame will be asked for it. [S4.38] */
  getNetworkId(namespace: Namespace): CaipNetworkId
  /** Asks the frame for the visitor's account. Throws `UNAUTHORIZED` where nobody is logged in. */
  connect(request: ConnectRequest): Promise<Place>
  /** Connects the chain family first where needed [S4.16]. Throws `CHAIN_NOT_SUPPORTED`. */
  switchTo(network: Network, signal: AbortSignal): Promise<void>
  destroy(): void
}

/** Networks beyond the best one that the frame is asked for, where it says that it does not know one. */
const mostTries = 8

export function createAccess({ client, context, login, places }: AccessOptions): Access {
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

  const toType = (namespace: Namespace, caipNetworkId: CaipNetworkId, wish: AccountType | undefined) => {
    const enabled = client.memory.get('smartAccountNetworks')?.split(',') ?? []
    const canBe = namespace === 'eip155' && enabled.includes(String(toFrameChainId(caipNetworkId)))
    return canBe && wish === 'smartAccount' ? 'smartAccount' : 'eoa'
  }

  const askFor = async (caipNetworkId: CaipNetworkId, { namespace, accountType, signal }: ConnectRequest) => {
    const payload = {
      chainId: toFrameChainId(caipNetworkId),
      preferredAccountType: toType(namespace, caipNetworkId, accountType),
      rpcUrl: getNetwork(caipNetworkId)?.rpcUrls.default.http[0],
    } as const
    try {
      return await client.call('GET_USER', payload, { signal })
    } catch (cause) {
      throw nameFrameFault(cause)
    }
  }
  const connect: Access['connect'] = async (request) => {
    const { namespace, network, signal } = request
    signal.throwIfAborted()
    await login.assert(signal)
    const [first, ...others] = list(namespace, network)
    await client.open(signal)
    let asked = askFor(first, request)
    // a site of one's own may know few of the app's networks: one of them will do
    for (const other of others.slice(0, mostTries))
      asked = asked.catch((cause: LatchkeyError) => {
        signal.throwIfAborted()
        if (cause.code !== 'CHAIN_UNRECOGNIZED') throw cause
        return askFor(other, request)
      })
    const user = await asked.catch((cause: LatchkeyError) => {
      // the frame knows nobody any more, as where the login ended elsewhere
      if (cause.code === 'UNAUTHORIZED') login.drop()
      throw cause.code === 'CHAIN_UNRECOGNIZED' ? toUnsupported(first, cause) : cause
    })
    signal.throwIfAborted()
    const place = toPlace(user, namespace)
    places.set(namespace, place)
    return place
  }

  /** Which of its accounts the login uses. [S4.14] */
  const stop = client.on('account', ({ address, type }) => {
    const place = places.get('eip155')
    const known = place?.accounts.find((account) =>
      address ? isSameAddress('eip155', account.address, address) : account.type === type,
    )
    const active = known ?? (isAddress('eip155', address) ? { namespace: 'eip155' as const, address, type } : undefined)
    if (!place || !active) return
    const others = place.accounts.filter((account) => account !== known)
    places.set('eip155', { ...place, accounts: [{ ...active, type }, ...others] })
  })

  return {
    destroy: stop,
    getNetworkId: (namespace) => list(namespace)[0],
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
      const now = places.get(namespace)
      if (!now) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'The login ended meanwhile.' })
      places.set(namespace, { ...now, caipNetworkId })
    },
  }
}

function toUnsupported(caipNetworkId: CaipNetworkId, cause?: unknown): ChainNotSupportedError {
  return new ChainNotSupportedError({ cause, details: `The embedded wallet is not on ${caipNetworkId}.` })
}
