import {
  type Account,
  type AccountType,
  type CaipNetworkId,
  type ConnectorFeatures,
  type LoginAccountType,
  parseCaipNetworkId,
} from '@latchkey/core'
import {
  ChainNotSupportedError,
  FeatureNotSupportedError,
  InvalidWalletReplyError,
  isAddress,
  isSameAddress,
  RpcError,
} from '@latchkey/core/plugin'
import type { FrameClient, FrameClientEvents } from '../frame/frameClient.js'
import { toNamedError } from '../frame/frameErrors.js'
import type { Login } from '../login/createLogin.js'
import { type FrameMemory, getChainIds } from '../storage/frameMemory.js'
import type { Connection, Connections } from './createConnections.js'

export type AccountTypesOptions = {
  readonly client: FrameClient
  readonly connections: Connections
  readonly login: Pick<Login, 'during'>
}

/** The account type that the login uses on EVM: the key itself, or a contract that it owns. [S4.14] */
export type AccountTypes = {
  /** Sets the app's preferred type. */
  prefer(type: AccountType | undefined): void
  /** The type to request on a network: the smart account if the network has them, unless the app prefers the other. */
  get(caipNetworkId: CaipNetworkId): LoginAccountType
  /** Whether the frame has smart accounts on this network. */
  isEnabled(caipNetworkId: CaipNetworkId): boolean
  /** EVM chain ids on which the frame has smart accounts. [S3.7] */
  getNetworks(): readonly number[]
  readonly change: ConnectorFeatures['account:type']
  destroy(): void
}

export function createAccountTypes({ client, connections, login }: AccountTypesOptions): AccountTypes {
  let preferred: AccountType | undefined

  const get: AccountTypes['get'] = (caipNetworkId) => toAccountType(client.memory, { caipNetworkId, preferred })

  const isEnabled: AccountTypes['isEnabled'] = (caipNetworkId) =>
    toAccountType(client.memory, { caipNetworkId, preferred: 'smartAccount' }) === 'smartAccount'

  /** Finds the account that signs. An address that the frame hasn't listed as a smart account isn't taken for one. */
  const find = (connection: Connection, { address, type }: FrameClientEvents['account']): Account | undefined => {
    const known = (kind: AccountType): Account | undefined =>
      connection.accounts.find((account) => account.type === kind)
    if (!address) return known(type)
    const own = connection.accounts.find((account) => isSameAddress('eip155', account.address, address))
    if (own) return own
    return known(type) || !isAddress('eip155', address) ? known('eoa') : { namespace: 'eip155', address, type }
  }
  const stop = client.on('account', (change) => {
    const connection = connections.get('eip155')
    const active = connection && find(connection, change)
    if (!active) return
    preferred = active.type
    const others = connection.accounts.filter((account) => account !== active)
    connections.set('eip155', { ...connection, accounts: [active, ...others] })
  })

  /** Prepares a smart account before it is chosen, until it is deployed. [S4.41] */
  const initSmartAccount = async (signal: AbortSignal): Promise<void> => {
    const { address, isDeployed } = await client
      .call('INIT_SMART_ACCOUNT', undefined, { signal })
      .catch((cause: unknown) => {
        throw toNamedError(cause)
      })
    signal.throwIfAborted()
    const connection = connections.get('eip155')
    const known = connection?.accounts.find((account) => account.type === 'smartAccount')
    if (known && !isSameAddress('eip155', known.address, address))
      throw new InvalidWalletReplyError({ details: `INIT_SMART_ACCOUNT: ${address} is not the smart account.` })
    if (connection) connections.set('eip155', { ...connection, isDeployed })
  }

  const change: AccountTypes['change'] = async ({ namespace, type, signal }) => {
    if (namespace !== 'eip155')
      throw new FeatureNotSupportedError({ feature: 'account:type', by: `The embedded wallet on ${namespace}` })
    const connection = connections.get('eip155')
    if (!connection) throw new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in: log in first.' })
    const { caipNetworkId } = connection
    if (type === 'smartAccount' && !isEnabled(caipNetworkId))
      throw new ChainNotSupportedError({ details: `The embedded wallet has no smart accounts on ${caipNetworkId}.` })
    await client.open(signal)
    if (type === 'smartAccount' && !connection.isDeployed) await initSmartAccount(signal)
    const reply = await client.call('SET_PREFERRED_ACCOUNT', { type }, { signal }).catch((cause: unknown) => {
      throw toNamedError(cause)
    })
    signal.throwIfAborted()
    const [active] = connections.get('eip155')?.accounts ?? []
    if (active?.type !== type || !isSameAddress('eip155', active.address, reply.address))
      throw new InvalidWalletReplyError({
        details: `SET_PREFERRED_ACCOUNT: ${reply.address} is not the ${type} account.`,
      })
    return { type, address: active.address }
  }

  return {
    get,
    isEnabled,
    getNetworks: () => getChainIds(client.memory, 'smartAccountNetworks'),
    prefer(type) {
      preferred = type ?? preferred
    },
    change: (request) => login.during(request.signal, (signal) => change({ ...request, signal })),
    destroy: stop,
  }
}

/** The account type to request: smart account if the network has them, unless the other is preferred. [S4.14] */
function toAccountType(
  memory: FrameMemory,
  { caipNetworkId, preferred }: { readonly caipNetworkId: CaipNetworkId; readonly preferred: AccountType | undefined },
): 'eoa' | 'smartAccount' {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  const isEnabled = namespace === 'eip155' && getChainIds(memory, 'smartAccountNetworks').includes(Number(reference))
  return isEnabled && preferred !== 'eoa' ? 'smartAccount' : 'eoa'
}
