import { AbortedError } from '../../errors/AbortedError.js'
import { ModalClosedError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { watchView } from '../router/watchView.js'
import { startAsk } from './ask.js'
import { connectChains } from './connectChains.js'
import { finishConnect } from './finishConnect.js'
import type { Ask, ChainAsk } from './state.js'

export type StartConnectChainsOptions = {
  readonly connectorId: string
  readonly namespaces: readonly [Namespace, ...Namespace[]]
}

type Chains = Extract<Ask, { readonly kind: 'connectChains' }>['chains']

/**
 * The flow behind the view that connects one wallet on several chain families: asks for one after the other, shows how
 * far it has come, and leaves when all are connected. Where one is refused the view stays, to try that one again or to
 * go on without it. Leaving the view ends the rest.
 */
export async function startConnectChains(modal: Modal, options: StartConnectChainsOptions): Promise<void> {
  const { connectorId, namespaces } = options
  const waiting: Chains = Object.fromEntries(namespaces.map((namespace) => [namespace, { status: 'waiting' }]))
  startAsk(modal, { kind: 'connectChains', connectorId, chains: { ...getChains(modal, connectorId), ...waiting } })

  const controller = new AbortController()
  const unwatch = watchView(modal, 'ConnectingMultiChain', {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  const onProgress = (namespace: Namespace, ask: ChainAsk): void => {
    if (!controller.signal.aborted)
      setChains(modal, connectorId, { ...getChains(modal, connectorId), [namespace]: ask })
  }
  const isWhole = await connectChains(modal, { ...options, onProgress, signal: controller.signal }).then(
    ({ failures }) => Object.keys(failures).length === 0,
    () => false, // each chain shows its own
  )
  unwatch()
  if (controller.signal.aborted || isWhole) setChains(modal, connectorId, undefined)
  // where another attempt ended this one, nobody waits for the rest any more
  else setChains(modal, connectorId, toAsked(getChains(modal, connectorId)))
  if (isWhole && !controller.signal.aborted) finishConnect(modal)
}

function toAsked(chains: Chains): Chains {
  return Object.fromEntries(Object.entries(chains).filter(([, { status }]) => status !== 'waiting'))
}

function getChains(modal: Modal, connectorId: string): Chains {
  const { ask } = modal.getState()
  return ask?.kind === 'connectChains' && ask.connectorId === connectorId ? ask.chains : {}
}

function setChains(modal: Modal, connectorId: string, chains: Chains | undefined): void {
  modal[internals].store.setState((state) => {
    const { ask } = state
    if (ask?.kind !== 'connectChains' || ask.connectorId !== connectorId) return state
    return { ...state, ask: chains && { ...ask, chains } }
  })
}
