import type { Adapter, AdapterPayload } from 'oidc-provider'

/** In-memory storage of a provider for codes, tokens and sessions. */
export function createIdentityStore(): (kind: string) => Adapter {
  const kept = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>()
  return (kind) => {
    const find = async (id: string): Promise<AdapterPayload | undefined> => {
      const one = kept.get(`${kind} ${id}`)
      return one && one.until > Date.now() ? one.payload : undefined
    }
    const findBy = async (isIt: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> => {
      for (const [id, { payload }] of kept) if (id.startsWith(`${kind} `) && isIt(payload)) return payload
      return undefined
    }
    return {
      async upsert(id, payload, expiresIn = 3_600) {
        for (const [other, { until }] of kept) if (until <= Date.now()) kept.delete(other)
        kept.set(`${kind} ${id}`, { payload, until: Date.now() + expiresIn * 1_000 })
      },
      find,
      findByUid: (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: (code) => findBy((payload) => payload.userCode === code),
      async consume(id) {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      async destroy(id) {
        kept.delete(`${kind} ${id}`)
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
