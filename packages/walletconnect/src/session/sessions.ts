import type { Cacao, CaipNetworkId, Env, Namespace } from '@latchkey/core'
import { ChainsNotSupportedError, SessionExpiredError, waitFor } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { type Client, type SessionRecord, toRelayError } from '../client/relayer.js'
import { parseApproval } from './approval.js'
import type { LiveSession, SessionEnd } from './liveSession.js'
import { createSendRequest } from './sendRequest.js'
import { createSession } from './session.js'

export type SessionsOptions = {
  readonly env: Env
  readonly warn: (cause: unknown) => void
  readonly open: OpenClient
  readonly getNetworkIds: () => readonly CaipNetworkId[]
  readonly requestExpiry: number | undefined
  /** Another tab has replaced the session, and notifies the wallets of those that it ended. */
  readonly isFollowing: boolean
  /** Called with the namespaces whose connection ended with the session. */
  readonly onEnd: (namespaces: readonly Namespace[]) => void
}

/** A session that a wallet approved, and the sign-ins that it signed with the same prompt. */
export type ApprovedSession = { readonly record: SessionRecord; readonly cacaos: readonly Cacao[] }

/** The code whose approval counts. */
export type Expected = {
  /** The topic of its pairing. */
  readonly topic: string
  readonly onSession: (approvedSession: ApprovedSession) => void
  readonly onRefused: (cause: unknown) => void
}

/** Keeps one session: the last that a wallet approved. Others are ended, so that their wallets disconnect too. */
export type Sessions = {
  get(): LiveSession | undefined
  /** Sets the only pairing whose approval counts from now on. */
  expect(expected: Expected | undefined): void
  /** Handles the approval of a code: the current one, or an older one, whose session is ended. */
  settle(approvedSession: ApprovedSession): void
  /** Handles a rejection or a failure; ignored for an older code. */
  refuse(pairingTopic: string, cause: unknown): void
  /**
   * Adopts a session and ends the one before. Returns the namespaces in which the wallet approved a network of the modal.
   * Throws `CHAINS_NOT_SUPPORTED` if there is none: then the new session is ended, and the one before stays.
   */
  accept(record: SessionRecord, asked: readonly Namespace[]): readonly [Namespace, ...Namespace[]]
  /** Marks a namespace as connected by the session, so that `onEnd` reports it. */
  use(namespace: Namespace): void
  disconnect(namespace: Namespace, signal: AbortSignal): Promise<void>
  /** Ends expired sessions, and notifies wallets of sessions that ended while offline. */
  prune(): void
  destroy(): void
}

export function createSessions(options: SessionsOptions): Sessions {
  const { env, warn, open, getNetworkIds, requestExpiry, isFollowing, onEnd } = options
  const { client } = open
  const used = new Set<Namespace>()
  const drops = new Map<string, Promise<void>>()
  let live: LiveSession | undefined
  let expected: Expected | undefined
  let ending: Promise<void> | undefined
  const endedElsewhere = new Set<string>()

  const adopt = (record: SessionRecord): LiveSession => {
    const { topic } = record
    let { expiry } = record
    const getExpiry = (): number => {
      // the client deletes ended sessions
      if (client.session.keys.includes(topic)) expiry = client.session.get(topic).expiry
      return expiry
    }
    return createSession({ record, getExpiry, env, warn, getNetworkIds, requestExpiry, send })
  }

  /**
   * Ends a session at the wallet too, as soon as the relay is reachable. Until then its record is marked as not acknowledged.
   */
  const drop = (topic: string): Promise<void> => {
    const running = drops.get(topic)
    // some wallets fail when a session is ended twice at once
    if (running) return running
    const dropping = notifyWallet(topic).finally(() => drops.delete(topic))
    drops.set(topic, dropping)
    return dropping
  }
  const notifyWallet = async (topic: string): Promise<void> => {
    if (!client.session.keys.includes(topic) || endedElsewhere.has(topic)) return
    await client.session.update(topic, { acknowledged: false })
    await open.requests.add({
      method: 'wc_sessionDelete',
      send: () => client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
    })
  }
  const dropQuietly = (topic: string): void => {
    drop(topic).catch(() => undefined) // retried on the next visit, or when online again
  }

  const end = (topic: string, reason: SessionEnd, keep: readonly Namespace[] = []): void => {
    if (live?.topic !== topic) return
    // the client reports expired sessions as deleted
    const actual = reason === 'deleted' && live.getExpiresAt() <= env.now() ? 'expired' : reason
    live.end(actual)
    live = undefined
    const gone = [...used].filter((namespace) => !keep.includes(namespace))
    for (const namespace of gone) used.delete(namespace)
    if (actual === 'expired') warn(new SessionExpiredError({ details: 'The session with the wallet has expired.' }))
    onEnd(gone)
  }
  const send = createSendRequest(env, open, (topic) => end(topic, 'deleted'))

  const prune = (): void => {
    for (const record of client.session.getAll()) {
      const isExpired = record.expiry * 1_000 <= env.now()
      if (isExpired) end(record.topic, 'expired')
      if (isExpired || record.acknowledged === false) dropQuietly(record.topic)
    }
    // ended by another tab or by the client itself
    if (live && !client.session.keys.includes(live.topic)) end(live.topic, 'deleted')
  }

  const settle = (approvedSession: ApprovedSession): void => {
    const { topic, pairingTopic } = approvedSession.record
    if (expected && pairingTopic === expected.topic) expected.onSession(approvedSession)
    else dropQuietly(topic)
  }
  const stop = watchClient(client, {
    onConnect: (record) => settle({ record, cacaos: [] }),
    onUpdate: (topic, namespaces) => {
      if (live?.topic !== topic) return
      live.update(namespaces)
      const gone = [...used].filter((namespace) => !live?.getNetworkId(namespace))
      for (const namespace of gone) used.delete(namespace)
      onEnd(gone)
    },
    onEvent: (topic, params) => {
      if (live?.topic === topic) live.handleEvent(params)
    },
    onEnd: end,
  })

  const [newest, ...older] = client.session
    .getAll()
    .filter((record) => record.acknowledged !== false && record.expiry * 1_000 > env.now())
    .toSorted((a, b) => b.expiry - a.expiry)
  // some wallets fail when a session is ended twice at once; if the other tab closes before it could, the next visit ends it
  if (isFollowing)
    for (const { topic } of client.session.getAll()) if (topic !== newest?.topic) endedElsewhere.add(topic)
  prune()
  if (newest) live = adopt(newest)
  for (const record of older) dropQuietly(record.topic)

  return {
    get: () => live,
    expect(next) {
      expected = next
    },
    settle,
    refuse(pairingTopic, cause) {
      if (expected?.topic === pairingTopic) expected.onRefused(cause)
    },
    accept(record, asked) {
      const approval = parseApproval(record.namespaces)
      const known = getNetworkIds()
      const [first, ...others] = asked.filter((namespace) =>
        approval[namespace]?.chains.some((chain) => known.includes(chain)),
      )
      if (!first) {
        dropQuietly(record.topic)
        const approved = Object.values(approval).flatMap(({ chains }) => chains)
        throw new ChainsNotSupportedError({ details: `The wallet approved: ${approved.join(', ') || 'nothing'}.` })
      }
      const before = live?.topic
      if (before) {
        end(before, 'replaced', [first, ...others])
        dropQuietly(before)
      }
      live = adopt(record)
      // a failure to end the earlier session doesn't concern this one
      ending = undefined
      // otherwise the client opens a link from storage with each request
      const { sessionConfig } = record
      client.session.update(record.topic, { sessionConfig: { ...sessionConfig, disableDeepLink: true } }).catch(warn)
      return [first, ...others]
    },
    use: (namespace) => void used.add(namespace),
    async disconnect(namespace, signal) {
      used.delete(namespace)
      const topic = live?.topic
      if (topic) {
        end(topic, 'disconnected')
        ending = drop(topic).catch((cause: unknown) => {
          throw toRelayError(env, open.getWords(), cause)
        })
      }
      // called once per namespace, but it is one session
      if (ending) await waitFor(ending, { env, signal })
    },
    prune,
    destroy() {
      stop()
      live?.end('disconnected')
    },
  }
}

export type ClientListeners = {
  /** A wallet approved a code: the current one, or an older one. */
  readonly onConnect: (record: SessionRecord) => void
  readonly onUpdate: (topic: string, namespaces: unknown) => void
  readonly onEvent: (topic: string, params: unknown) => void
  readonly onEnd: (topic: string, reason: SessionEnd) => void
}

type Events = {
  session_connect: { readonly session: SessionRecord }
  session_update: { readonly topic: string; readonly params: { readonly namespaces: unknown } }
  session_event: { readonly topic: string; readonly params: unknown }
  session_delete: { readonly topic: string }
  session_expire: { readonly topic: string }
}

/** Listens to the client's session events. Returns a function that stops listening. */
function watchClient(client: Client, { onConnect, onUpdate, onEvent, onEnd }: ClientListeners): () => void {
  const listeners: { readonly [name in keyof Events]: (payload: Events[name]) => void } = {
    session_connect: ({ session }) => onConnect(session),
    session_update: ({ topic, params }) => onUpdate(topic, params.namespaces),
    session_event: ({ topic, params }) => onEvent(topic, params),
    session_delete: ({ topic }) => onEnd(topic, 'deleted'),
    session_expire: ({ topic }) => onEnd(topic, 'expired'),
  }
  const entries = Object.entries(listeners) as unknown as readonly [keyof Events, () => void][]
  for (const [name, listener] of entries) client.on(name, listener)
  return () => {
    for (const [name, listener] of entries) client.off(name, listener)
  }
}
