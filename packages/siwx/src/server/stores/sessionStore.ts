import type { SiwxSession } from '@latchkey/core'

/** An account that has signed in. */
export type SignedIn = SiwxSession & {
  /** `key` holds on every network of the chain family, `contract` on the one of the message. */
  readonly by: 'key' | 'contract'
  /** Milliseconds since the epoch; from then on it is worth nothing. */
  readonly validUntil: number
}

/** A network and an address of it. */
export type SignedInAccount = { readonly chainId: string; readonly address: string }

/**
 * Where sessions are kept: each has an id, and the accounts that are signed in with it. Ids are hashes of what the browser
 * holds. All rejections count as "not available now".
 */
export type SessionStore = {
  /** Adds an account, in the place of the same one, and moves those of `previousId` here: all of it or nothing. */
  add(request: {
    readonly id: string
    readonly previousId?: string | undefined
    readonly signedIn: SignedIn
  }): Promise<void>
  /** Those that are still valid, oldest first. */
  list(request: { readonly id: string; readonly now: number }): Promise<readonly SignedIn[]>
  /** Of accounts that it does not have, nothing is said. */
  remove(request: { readonly id: string; readonly accounts: readonly SignedInAccount[] }): Promise<void>
}

/** Sessions in the memory of this process, for development and tests: another process does not know them. */
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
