import {
  type Abilities,
  type ConnectorFeatures,
  type ConnectorListeners,
  type ConnectorMeta,
  type ConnectRequest,
  type ConnectResult,
  isLatchkeyError,
  isNamespace,
  type Namespace,
  type PluginContext,
} from '@latchkey/core'
import {
  ChainsNotSupportedError,
  PairingExpiredError,
  RelayUnreachableError,
  RpcError,
  showErrorAlert,
} from '@latchkey/core/plugin'
import { openClient } from './client/openClient.js'
import { watchWake } from './client/watchWake.js'
import type { WalletConnectOptions } from './options.js'
import { pair } from './pairing/pair.js'
import { toProposal } from './pairing/proposal.js'
import { createNamespaceWallets } from './providers/namespaceWallets.js'
import { createSessions } from './session/sessions.js'
import { reportSigned, toPairSignIn } from './signIn/pairSignIn.js'
import { createSignIns } from './signIn/signIns.js'

export type RemoteOptions = {
  readonly meta: ConnectorMeta
  readonly context: PluginContext
  readonly options: WalletConnectOptions
  /** Whether another tab has replaced the session. */
  readonly isFollowing: boolean
  readonly emit: ConnectorListeners['emit']
  /** Aborts when the connector is destroyed. */
  readonly signal: AbortSignal
}

/** The part of the connector that talks to wallets, loaded on first use together with WalletConnect's client. */
export type Remote = {
  pair(request: Parameters<ConnectorFeatures['pairing:start']>[0]): ReturnType<ConnectorFeatures['pairing:start']>
  connect(request: ConnectRequest): Promise<ConnectResult>
  /** The id of the session; undefined without one. */
  getSessionId(): string | undefined
  /** Ends the session, in every namespace. */
  disconnect(request: { readonly namespace: Namespace; readonly signal: AbortSignal }): Promise<void>
  getFeatures(namespace: Namespace): Abilities
  getProvider(namespace: Namespace): Promise<unknown>
  destroy(): void
}

/**
 * Opens the client and restores the session of the last visit. Works offline. Rejects with the signal's reason if it aborts
 * first, without having ended any session.
 */
export async function createRemote(remoteOptions: RemoteOptions): Promise<Remote> {
  const { meta, context, options, isFollowing, emit, signal: ended } = remoteOptions
  const { env, warn, log, getNetworks, setClientId } = context
  const relayUrl = options.relayUrl ?? context.options.relayUrl
  if (!relayUrl)
    throw new RelayUnreachableError({
      details: 'No relay is configured. Set `services.relay`, or walletConnect({ relayUrl }).',
    })
  const open = await openClient({
    env,
    warn,
    log,
    prefix: context.options.id,
    // relays require a project id; self-hosted ones accept any
    projectId: options.projectId ?? context.options.projectId ?? context.options.id,
    relayUrl,
    metadata: options.metadata ?? context.options.metadata,
    storage: options.storage,
    signal: ended,
  })
  if (ended.aborted) {
    open.close()
    throw ended.reason
  }
  setClientId(open.clientId)

  const alert = (cause: unknown): void => {
    if (isLatchkeyError(cause) && cause.code === 'SESSION_EXPIRED') showErrorAlert(context, cause.code)
  }

  const sessions = createSessions({
    env,
    warn: (cause) => {
      warn(cause)
      alert(cause)
    },
    open,
    requestExpiry: options.requestExpiry,
    isFollowing,
    getNetworkIds: () => getNetworks().map(({ caipNetworkId }) => caipNetworkId),
    onEnd: (namespaces) => {
      for (const namespace of namespaces) emit('disconnect', { namespace })
    },
  })
  const signIns = createSignIns({ env, open, onSession: sessions.settle, onRefused: sessions.refuse })
  const wallets = createNamespaceWallets({ meta, context, emit, getSession: sessions.get })
  const stop = watchWake({ env, onPulse: open.onPulse }, ({ isStale }) => {
    sessions.prune()
    open.reopen(isStale).catch(() => undefined) // the heartbeat retries
  })

  const pairings = new Set<AbortController>()

  return {
    getSessionId: () => sessions.get()?.topic,
    async pair({ namespaces, onCode, signIn: requested, signal }) {
      const proposal = toProposal({ namespaces, networks: getNetworks(), overrides: options.proposal })
      if (Object.keys(proposal).length === 0) throw new ChainsNotSupportedError({ details: namespaces.join(', ') })
      const signIn = requested && toPairSignIn({ signIn: requested, proposal, env, warn, request: signIns.request })
      const ending = new AbortController()
      const leave = (): void => ending.abort(signal.reason)
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
      pairings.add(ending)
      const pairing = pair({ env, open, proposal, signIn, onCode, signal: ending.signal, expect: sessions.expect })
      pairing.catch(alert)
      const approved = await pairing.finally(() => {
        pairings.delete(ending)
        signal.removeEventListener('abort', leave)
      })
      const accepted = sessions.accept(approved.record, Object.keys(proposal).filter(isNamespace))
      if (requested) reportSigned(approved, { signIn: requested, warn })
      return accepted
    },
    async connect(request) {
      const session = sessions.get()
      if (!session?.getNetworkId(request.namespace)) throw toUnauthorized()
      const result = await wallets.connect(session, request)
      sessions.use(request.namespace)
      return result
    },
    disconnect: ({ namespace, signal }) => sessions.disconnect(namespace, signal),
    getFeatures: wallets.getFeatures,
    getProvider: wallets.getProvider,
    destroy() {
      stop()
      for (const ending of pairings) ending.abort(new PairingExpiredError({ details: 'The client was closed.' }))
      wallets.destroy()
      signIns.destroy()
      sessions.destroy()
      open.close()
    },
  }
}

function toUnauthorized(): RpcError {
  return new RpcError(4100, 'UNAUTHORIZED', { details: 'No session with a wallet. Pair with one first.' })
}
