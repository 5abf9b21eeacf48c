import { AbortedError } from '../../errors/AbortedError.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { applyNetworkPolicy } from '../network/applyNetworkPolicy.js'
import { setActiveNamespace } from '../network/setActiveNamespace.js'
import { connect } from './connect.js'
import type { ChainAsk, Connection } from './state.js'

export type ConnectChainsOptions = {
  /** Of a `MULTI_CHAIN` connector, or of one that spans chain families by itself. */
  readonly connectorId: string
  /** In this order, one after the other: wallets show one prompt at a time. */
  readonly namespaces: readonly [Namespace, ...Namespace[]]
  readonly onProgress?: ((namespace: Namespace, ask: ChainAsk) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export type ConnectChainsResult = {
  readonly connections: readonly Connection[]
  readonly failures: { readonly [namespace in Namespace]?: LatchkeyError }
}

/** Faults after which the visitor wants no further prompt. */
const ends: readonly ErrorCode[] = ['ABORTED', 'MODAL_CLOSED']

/**
 * Connects one wallet on several chain families. A refusal on one keeps the others. The active namespace stays where it
 * is among those that were connected, else it becomes the first of them. Throws what the first one failed with where
 * none succeeded, and the reason of `signal`.
 */
export async function connectChains(modal: Modal, options: ConnectChainsOptions): Promise<ConnectChainsResult> {
  const { connectorId, namespaces, onProgress, signal } = options
  const connections: Connection[] = []
  const failures: { [namespace in Namespace]?: LatchkeyError } = {}
  for (const namespace of namespaces) {
    onProgress?.(namespace, { status: 'asking' })
    try {
      connections.push(await connect(modal, { connectorId, namespace, keepActive: true, signal }))
      onProgress?.(namespace, { status: 'connected' })
    } catch (cause) {
      const error = toLatchkeyError(cause)
      failures[namespace] = error
      onProgress?.(namespace, { status: 'failed', error: { code: error.code, message: error.shortMessage } })
      if (ends.includes(error.code)) break
    }
  }
  const [first] = connections
  const active = modal.getState().activeNamespace
  if (first && !connections.some(({ namespace }) => namespace === active)) {
    setActiveNamespace(modal, first.namespace)
    applyNetworkPolicy(modal)
  }
  if (!first) throw Object.values(failures)[0] ?? new AbortedError()
  return { connections, failures }
}
