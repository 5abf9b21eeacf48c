import type { SiwxSession } from '@latchkey/core'

/** An account that is signed in. */
export type SignedIn = SiwxSession & {
  /** `key` is valid on every network of the namespace, `contract` only on the message's. */
  readonly by: 'key' | 'contract'
  /** Milliseconds since the epoch, exclusive. */
  readonly validUntil: number
}

/** A network and an address on it. */
export type SignedInAccount = { readonly chainId: string; readonly address: string }

/**
 * Stores sessions: each has an id, and the accounts that are signed in with it. Ids are hashes of the browser's secret.
 * Rejections count as "temporarily unavailable".
 */
export type SessionStore = {
  /** Adds an account, replacing an earlier entry of it, and moves the accounts of `previousId` to this session. Atomic. */
  add(request: {
    readonly id: string
    readonly previousId?: string | undefined
    readonly signedIn: SignedIn
  }): Promise<void>
  /** Accounts that are still valid, oldest first. */
  list(request: { readonly id: string; readonly now: number }): Promise<readonly SignedIn[]>
  /** Removes accounts. Ignores those that the session doesn't have. */
  remove(request: { readonly id: string; readonly accounts: readonly SignedInAccount[] }): Promise<void>
}

/** Stores sessions in memory, for development and tests. Other processes don't share them. */
export function createMemorySessionStore({
  now = Date.now,
}: {
  readonly now?: (() => number) | undefined
} = {}): SessionStore {
  const sessions = new Map<string, readonly SignedIn[]>()
  const put = (id: string, list: readonly SignedIn[]): void => {
    if (list.length > 0) sessions.set(id, list)
    else sessions.delete(id)
  }
  const forget = (): void => {
    for (const [id, list] of sessions) if (list.every(({ validUntil }) => validUntil <= now())) sessions.delete(id)
  }
  return {
    async add({ id, previousId, signedIn }) {
      forget()
      const before = [...(sessions.get(previousId ?? id) ?? [])]
      const { chainId, accountAddress } = signedIn.data
      const others = before.filter(({ data }) => data.chainId !== chainId || data.accountAddress !== accountAddress)
      if (previousId !== undefined) sessions.delete(previousId)
      put(id, [...others, signedIn])
    },
    async list({ id, now: at }) {
      return (sessions.get(id) ?? []).filter(({ validUntil }) => validUntil > at)
    },
    async remove({ id, accounts }) {
      const isNamed = ({ data }: SignedIn): boolean =>
        accounts.some(({ chainId, address }) => chainId === data.chainId && address === data.accountAddress)
      put(
        id,
        (sessions.get(id) ?? []).filter((signedIn) => !isNamed(signedIn)),
      )
    },
  }
}
