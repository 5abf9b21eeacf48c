import {
  type Ask,
  type ConnectorMeta,
  getConnection,
  getConnectors,
  getNetworkState,
  type ModalState,
  type Namespace,
  type Network,
  type RequestError,
} from '@latchkey/core'

/** A namespace on which a wallet can be connected, and the progress. */
export type Chain = {
  readonly namespace: Namespace
  /** The network whose icon is shown. */
  readonly network: Network | undefined
  readonly status: 'open' | 'waiting' | 'asking' | 'connected' | 'failed'
  readonly error?: RequestError | undefined
}

/** The namespaces that both the wallet and the modal have. */
export function getChains(state: ModalState, connectorId: string): readonly Chain[] {
  const wallet = findWallet(state, connectorId)
  const { ask } = state
  const steps = ask?.kind === 'connectChains' && ask.connectorId === connectorId ? ask.chains : {}
  const isAsking = Object.values(steps).some(({ status }) => status === 'asking')
  const namespaces = wallet?.namespaces.filter((namespace) => state.namespaces[namespace]) ?? []
  return namespaces.map((namespace) => {
    const { caipNetwork, requestedCaipNetworks } = getNetworkState(state, namespace)
    const id = wallet?.connectorIds?.[namespace] ?? connectorId
    const isConnected = getConnection(state, namespace, id) !== undefined
    return {
      namespace,
      network: caipNetwork ?? requestedCaipNetworks[0],
      ...(isConnected ? { status: 'connected' as const } : toProgress(steps[namespace], isAsking)),
    }
  })
}

type Step = Extract<Ask, { readonly kind: 'connectChains' }>['chains'][Namespace]

function toProgress(step: Step, isAsking: boolean): Pick<Chain, 'status' | 'error'> {
  if (step?.status === 'failed' || step?.status === 'asking') return step
  // a connection that has ended can be requested again, and so can one whose request is over
  return { status: step?.status === 'waiting' && isAsking ? 'waiting' : 'open' }
}

/** Finds a wallet by the id of its connector, of one namespace or of several. */
export function findWallet(state: Pick<ModalState, 'connectors'>, connectorId: string): ConnectorMeta | undefined {
  return [...state.connectors, ...getConnectors(state)].find(({ id }) => id === connectorId)
}
