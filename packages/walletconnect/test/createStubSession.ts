import type { CaipNetworkId, Env } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import type { LiveSession, RelayCall } from '../src/session/liveSession.js'
import { createSession } from '../src/session/session.js'

export type StubSessionOptions = {
  readonly namespaces: unknown
  readonly sessionProperties?: unknown
  readonly answer?: ((call: RelayCall) => unknown) | undefined
  readonly networkIds?: readonly CaipNetworkId[] | undefined
  readonly env?: Partial<Env> | undefined
}

type Sent = { readonly chain: string; readonly call: RelayCall; readonly left: AbortSignal | undefined }

/** A session without a relay, which records requests and returns the given replies. */
export function createStubSession({ answer, networkIds = [], env, ...said }: StubSessionOptions): {
  readonly session: LiveSession
  readonly calls: readonly Sent[]
} {
  const calls: Sent[] = []
  const session = createSession({
    record: {
      topic: 'topic',
      peer: { metadata: { name: 'Peer', icons: [] } },
      ...said,
    } as never,
    getExpiry: () => Date.now() / 1_000 + 1_000,
    env: createTestContext({ env }).env,
    warn: () => undefined,
    getNetworkIds: () => networkIds,
    requestExpiry: undefined,
    send: async ({ chain, call, left }) => {
      calls.push({ chain, call, left })
      return answer?.(call)
    },
  })
  return { session, calls }
}
