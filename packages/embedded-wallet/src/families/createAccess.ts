import type {
  Account,
  AccountType,
  CaipNetworkId,
  ConnectRequest,
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
import type { FrameClient } from '../frame/frameClient.js'
import type { Login } from '../login/createLogin.js'
import { isListed, isOffered } from '../policy/supportedNetworks.js'
import type { FrameUser } from '../protocol/values.js'
import { parseFrameChainId, toFrameChainId } from './chainIds.js'
import type { Place, Places } from './createPlaces.js'
import { nameFrameFault } from './nameFrameFault.js'

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

/** Where nobody has been before. [S4.34] */
const firstChain = 'eip155:1'

export function createAccess({ client, context, login, places }: AccessOptions): Access {
  const getNetwork = (id: CaipNetworkId | null | undefined): Network | undefined =>
    context.getNetworks().find(({ caipNetworkId }) => caipNetworkId === id)

  /** The network that was asked for, where the wallet is or was, or the first one that the app and frames have. [S4.34] */
  const chooseNetwork = (namespace: Namespace, wish: Network | undefined): CaipNetworkId => {
    const last = parseFrameChainId(client.memory.get('lastChain') ?? null, namespace)
    const own = context.getNetworks().filter(({ chainNamespace }) => chainNamespace === namespace)
    const candidates = [
      wish,
      getNetwork(places.get(namespace)?.caipNetworkId),
      getNetwork(last),
      getNetwork(firstChain),
    ]
    const chosen = [...candidates, ...own].find(
      (network) => network?.chainNamespace === namespace && isOffered(network),
    )
    if (chosen) return chosen.caipNetworkId
    throw new ChainNotSupportedError({ details: `The modal has no network of ${namespace} that a frame could know.` })
  }

  const toType = (namespace: Namespace, caipNetworkId: CaipNetworkId, wish: AccountType | undefined) => {
    const enabled = client.memory.get('smartAccountNetworks')?.split(',') ?? []
    const canBe = namespace === 'eip155' && enabled.includes(String(toFrameChainId(caipNetworkId)))
    return canBe && wish === 'smartAccount' ? 'smartAccount' : 'eoa'
  }

  const connect: Access['connect'] = async ({ namespace, network, accountType, signal }) => {
    signal.throwIfAborted()
    await login.assert(signal)
    const caipNetworkId = chooseNetwork(namespace, network)
    await client.open(signal)
    const payload = {
      chainId: toFrameChainId(caipNetworkId),
      preferredAccountType: toType(namespace, caipNetworkId, accountType),
      rpcUrl: getNetwork(caipNetworkId)?.rpcUrls.default.http[0],
    } as const
    const user = await client.call('GET_USER', payload, { signal }).catch((cause: unknown) => {
      const fault = nameFrameFault(cause)
      // the frame knows nobody any more, as where the login ended elsewhere
      if (fault.code === 'UNAUTHORIZED') login.drop()
      throw fault
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
    getNetworkId: (namespace) => places.get(namespace)?.caipNetworkId ?? chooseNetwork(namespace, undefined),
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

/** Throws `INVALID_WALLET_REPLY` for an account that is none of the chain family. */
function toPlace(user: FrameUser, namespace: Namespace): Place {
  const { address, accounts = [], preferredAccountType } = user
  const caipNetworkId = parseFrameChainId(user.chainId, namespace)
  if (!caipNetworkId || !isAddress(namespace, address))
    throw new InvalidWalletReplyError({
      details: `GET_USER: ${address} on ${user.chainId} is nothing of ${namespace}.`,
    })
  const known = accounts.filter((account) => isAddress(namespace, account.address))
  const isActive = (account: { readonly address: string }): boolean =>
    isSameAddress(namespace, account.address, address)
  const type = preferredAccountType ?? known.find(isActive)?.type ?? 'eoa'
  const others = known.filter((account) => !isActive(account))
  const toAccount = (account: { readonly address: string; readonly type: AccountType }): Account => ({
    namespace,
    address: account.address,
    type: account.type,
  })
  return { accounts: [toAccount({ address, type }), ...others.map(toAccount)], caipNetworkId }
}
