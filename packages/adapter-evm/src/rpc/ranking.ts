import type { RankSample } from '@latchkey/core'
import { rankDefaults, rankEndpoints, waitFor } from '@latchkey/core/plugin'
import type { Endpoint } from './endpoint.js'
import type { RpcContext } from './fetch.js'

export type Ranking = {
  /** Best first. */
  getOrder(): readonly Endpoint[]
  /** Notes that the endpoints are in use, so that polling continues. */
  touch(): void
  destroy(): void
}

/** Milliseconds without a request after which polling stops. */
const idleTimeout = 60_000

/** Blocks that a node may lag behind the newest one. [F33] */
const maxBlocksBehind = 10

/**
 * The newest block; of three nodes or more, one that a second node confirms: a node that reports a block far ahead must not
 * make all others count as lagging.
 */
function toNewest(heads: readonly number[]): number {
  const [first = 0, second = first] = heads.toSorted((a, b) => b - a)
  return heads.length > 2 ? second : first
}

/** Ranks endpoints every four seconds [S9.10], while they are in use and the page is visible. */
export function createRanking({ env, signal, warn }: RpcContext, endpoints: readonly Endpoint[]): Ranking {
  const samples = endpoints.map((): RankSample[] => [])
  let order = endpoints
  let lastUse = 0
  let cancel: (() => void) | undefined

  const poll = async (): Promise<void> => {
    const seen = await Promise.all(endpoints.map(measure))
    const heads = seen.flatMap(({ head }) => (head === undefined ? [] : [head]))
    const newest = toNewest(heads)
    for (const [index, { latency, head }] of seen.entries()) {
      const list = samples[index]
      list?.push({ latency, isSuccess: head !== undefined && newest - head <= maxBlocksBehind })
      if (list && list.length > rankDefaults.sampleCount) list.shift()
    }
    order = rankEndpoints(samples).flatMap((index) => endpoints[index] ?? [])
  }
  const measure = async (endpoint: Endpoint): Promise<{ latency: number; head: number | undefined }> => {
    const start = env.now()
    const head = await waitFor(endpoint.readHead(), { env, signal, timeout: rankDefaults.interval }).catch(
      () => undefined, // a failure is a measurement too
    )
    return { latency: env.now() - start, head }
  }

  const tick = async (): Promise<void> => {
    if (env.now() - lastUse > idleTimeout) {
      cancel = undefined
      return
    }
    if (env.window()?.document.visibilityState !== 'hidden') await poll()
    if (!signal.aborted) schedule()
  }
  const schedule = (): void => {
    cancel = env.setTimeout(() => {
      tick().catch(warn)
    }, rankDefaults.interval)
  }

  return {
    getOrder: () => order,
    touch() {
      lastUse = env.now()
      if (endpoints.length > 1 && !cancel && !signal.aborted) schedule()
    },
    destroy: () => cancel?.(),
  }
}
