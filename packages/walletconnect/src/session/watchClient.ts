import type { Client, SessionRecord } from '../client/client.js'
import type { SessionEnd } from './liveSession.js'

export type ClientListeners = {
  /** A wallet approved a code: the one that is shown, or an older one. */
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

/** Hears of what wallets do with sessions. Returns its undoing. */
export function watchClient(client: Client, { onConnect, onUpdate, onEvent, onEnd }: ClientListeners): () => void {
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
