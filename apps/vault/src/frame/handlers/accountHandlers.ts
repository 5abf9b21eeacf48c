import type { SiwxMessageFields } from '@latchkey/core'
import type { FrameChainId, FrameSiwxMessage, FrameUser } from '@latchkey/embedded-wallet/protocol'
import { toMessageText } from '@latchkey/siwx'
import type { User } from '../../protocol/custody.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import type { Requests } from '../requests/requests.js'
import type { Session } from '../session/session.js'
import type { AccountTypes } from '../smart/accountTypes.js'
import { type FrameNamespace, findNetwork, getNetwork, toChainId, toMethodNamespace, toNamespace } from './chain.js'
import type { HandlerOptions, MessageHandlers } from './handlers.js'

export type AccountOptions = {
  readonly session: Session
  readonly networks: readonly FrameNetwork[]
  readonly requests: Requests
  readonly accounts: AccountTypes
  /** CAIP-2 id of the network in the page's address. */
  readonly startChain: string | null
}

type AccountNames =
  | 'GET_USER'
  | 'IS_CONNECTED'
  | 'GET_CHAIN_ID'
  | 'SWITCH_NETWORK'
  | 'SET_PREFERRED_ACCOUNT'
  | 'INIT_SMART_ACCOUNT'
  | 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'
  | 'SIGN_OUT'
  | 'RPC_REQUEST'
  | 'RPC_ABORT'

/** Returns the login method in the form that the app shows. */
function toLoginFields({ provider }: User): Pick<FrameUser, 'socialProvider' | 'isGuest'> {
  if (provider === 'guest') return { isGuest: true }
  return provider === undefined || provider === 'token' || provider === 'phone' ? {} : { socialProvider: provider }
}

/** Handlers for the account: the user, the network, and requests to sign. */
export function createAccountHandlers({
  session,
  networks,
  requests,
  accounts,
  startChain,
}: AccountOptions): Pick<MessageHandlers, AccountNames> {
  // the current network, then the last ones of other namespaces
  let latest = networks.slice(0, 1)
  const start = findNetwork(networks, { chainId: startChain ?? 1 })
  if (start) use(start)

  function use(network: FrameNetwork): void {
    latest = [network, ...latest.filter((one) => toNamespace(one) !== toNamespace(network))]
  }

  function change(chainId: FrameChainId): FrameNetwork {
    const network = getNetwork(networks, { chainId })
    use(network)
    return network
  }

  /** The current network; for a namespace its last one, or its first. */
  function getCurrent(namespace?: FrameNamespace): FrameNetwork {
    const found = [...latest, ...networks].find((one) => namespace === undefined || toNamespace(one) === namespace)
    if (!found) throw new FrameRequestError('This wallet doesn’t support this network.', { code: 4902 })
    return found
  }

  /** Calls may be for another network than the current one. [EIP-5792] */
  function getCallNetwork(chainId: FrameChainId): FrameNetwork {
    const found = findNetwork(networks, { chainId, namespace: 'eip155' })
    if (!found) throw new FrameRequestError('This wallet doesn’t support this network.', { code: 5710 })
    return found
  }

  function assertEnabled(wanted: FrameNetwork): void {
    if (!accounts.isEnabled(wanted))
      throw new FrameRequestError('There are no smart accounts on this network.', { code: 4200 })
  }

  /** A network that doesn't respond must not break a login. */
  function isDeployed({ smartAccount: address }: User, wanted: FrameNetwork, signal: AbortSignal): Promise<boolean> {
    return accounts.isDeployed({ network: wanted, address, signal }).catch(() => {
      signal.throwIfAborted()
      return false
    })
  }

  /** Signs in to the app with the active account, after the user's approval. [S3.18] */
  async function signIn(
    fields: FrameSiwxMessage,
    {
      address,
      network,
      rpcUrl,
    }: { readonly address: string; readonly network: FrameNetwork; readonly rpcUrl?: string | undefined },
    { id, signal }: HandlerOptions,
  ): Promise<Pick<FrameUser, 'signature' | 'message' | 'siwxMessage'>> {
    if (toNamespace(network) !== 'eip155')
      throw new FrameRequestError('A login signs in on EVM networks only.', { code: 4200 })
    const siwxMessage = fill(fields, address)
    const message = siwxMessage.serializedMessage ?? toText(siwxMessage)
    const params = [toHex(message), address]
    const signature = await requests.answer({ id, method: 'personal_sign', params, network, rpcUrl, signal })
    return { signature: String(signature), message, siwxMessage }
  }

  return {
    async GET_USER(payload, handler) {
      const { signal } = handler
      const wanted = payload?.chainId === undefined ? getCurrent() : change(payload.chainId)
      const user = await session.call('user.get', {}, { signal })
      if (payload?.preferredAccountType !== undefined) accounts.prefer(payload.preferredAccountType)
      const address = accounts.getAddress(user, wanted)
      const found = {
        address,
        chainId: toChainId(wanted),
        email: user.email,
        ...(user.username !== undefined && { userName: user.username }),
        ...toLoginFields(user),
        accounts: [...accounts.list(user, wanted)],
        preferredAccountType: accounts.getType(wanted),
        smartAccountDeployed: accounts.isEnabled(wanted) && (await isDeployed(user, wanted, signal)),
      }
      if (!payload?.siwxMessage) return found
      const { siwxMessage, rpcUrl } = payload
      return { ...found, ...(await signIn(siwxMessage, { address, network: wanted, rpcUrl }, handler)) }
    },
    async IS_CONNECTED(payload, { signal }) {
      return { isConnected: await session.isConnected(payload?.token, { signal }) }
    },
    GET_CHAIN_ID: () => ({ chainId: toChainId(getCurrent()) }),
    SWITCH_NETWORK: ({ chainId }) => ({ chainId: toChainId(change(chainId)) }),
    async SET_PREFERRED_ACCOUNT({ type }, { signal }) {
      const wanted = getCurrent('eip155')
      if (type === 'smartAccount') assertEnabled(wanted)
      const user = await session.call('user.get', {}, { signal })
      accounts.prefer(type)
      if (accounts.getType(wanted) !== type)
        throw new FrameRequestError('This app requires self-custody, which this account doesn’t have.', { code: 4200 })
      return { type, address: accounts.getAddress(user, wanted) }
    },
    async INIT_SMART_ACCOUNT(_, { signal }) {
      const wanted = getCurrent('eip155')
      assertEnabled(wanted)
      const user = await session.call('user.get', {}, { signal })
      return { address: user.smartAccount, isDeployed: await isDeployed(user, wanted, signal) }
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({
      smartAccountEnabledNetworks: networks
        .filter((one) => accounts.isEnabled(one))
        .map((one) => Number(toChainId(one))),
    }),
    async SIGN_OUT(_, { signal }) {
      // first the pending requests: nothing is signed after this
      requests.abort()
      await session.call('session.end', {}, { signal })
      return undefined
    },
    RPC_REQUEST({ method, params, chainId, chainNamespace, rpcUrl }, { id, signal }) {
      const namespace = toMethodNamespace(method)
      if (chainNamespace !== undefined && chainNamespace !== namespace)
        throw new FrameRequestError('Requested RPC call is not allowed', { code: 4200 })
      const named = getNamedChain(method, params)
      const wanted =
        named !== undefined
          ? getCallNetwork(named)
          : chainId === undefined
            ? getCurrent(namespace)
            : getNetwork(networks, { chainId, namespace })
      return requests.answer({ id, method, params, network: wanted, rpcUrl, signal })
    },
    RPC_ABORT(payload) {
      requests.abort(payload?.requestId)
      return undefined
    },
  }
}

/** The network that a smart account request names itself. */
function getNamedChain(method: string, params: unknown): FrameChainId | undefined {
  const naming = ['wallet_sendCalls', 'wallet_requestExecutionPermissions', 'wallet_grantPermissions']
  if (!naming.includes(method)) return undefined
  const [request] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { chainId } = (request ?? {}) as { readonly chainId?: unknown }
  return typeof chainId === 'string' || typeof chainId === 'number' ? chainId : undefined
}

/** Placeholder for the account's address, which the app doesn't know before a login. */
const placeholder = '<<AccountAddress>>'

function fill(fields: FrameSiwxMessage, address: string): FrameSiwxMessage {
  const { accountAddress, serializedMessage } = fields
  return {
    ...fields,
    accountAddress: accountAddress.replace(placeholder, address),
    ...(serializedMessage !== undefined && { serializedMessage: serializedMessage.replaceAll(placeholder, address) }),
  }
}

function toText(fields: FrameSiwxMessage): string {
  try {
    return toMessageText(fields as SiwxMessageFields)
  } catch (cause) {
    throw new FrameRequestError('The sign-in message is invalid.', { code: -32602, cause })
  }
}

function toHex(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
