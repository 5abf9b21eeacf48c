import type { SessionStore, SignedIn } from './sessionStore.js'

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
