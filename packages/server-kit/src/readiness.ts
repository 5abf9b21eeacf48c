/** Whether a server can do its work. */
export type Readiness = {
  readonly isReady: boolean
  /** Names of the checks that failed; `stopping` while the server stops. */
  readonly failed: readonly string[]
}

export type ReadinessProbe = {
  /** Never rejects, and resolves within the deadline of the checks. */
  readonly read: () => Promise<Readiness>
  /** From now on the server is not ready. */
  readonly stop: () => void
}

type CreateReadinessOptions = {
  /** By name. Each rejects if its dependency is unavailable. */
  readonly checks: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>>
  /** Called when a check begins to fail, not each time. */
  readonly warn: (cause: unknown) => void
}

/** Milliseconds: for which a result answers all requests, and after which a check has failed. */
const times = { kept: 1_000, deadline: 1_500 } as const

/** Checks the dependencies of a server, at most once a second for any number of requests. */
export function createReadiness({ checks, warn }: CreateReadinessOptions): ReadinessProbe {
  let known: Promise<Readiness> | undefined
  let validUntil = 0
  let isStopping = false
  let failing: readonly string[] = []

  async function check(): Promise<Readiness> {
    const results = Object.entries(checks).map(async ([name, run]): Promise<readonly string[]> => {
      try {
        await withDeadline(run)
        return []
      } catch (cause) {
        if (!failing.includes(name)) warn(cause)
        return [name]
      }
    })
    failing = (await Promise.all(results)).flat()
    return { isReady: failing.length === 0, failed: failing }
  }

  return {
    read: async () => {
      if (isStopping) return { isReady: false, failed: ['stopping'] }
      if (!known || performance.now() >= validUntil) {
        validUntil = Number.POSITIVE_INFINITY
        known = check().finally(() => {
          validUntil = performance.now() + times.kept
        })
      }
      return known
    },
    stop: () => {
      isStopping = true
    },
  }
}

async function withDeadline(run: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const cause = new Error(`A readiness check took longer than ${times.deadline} ms.`)
      over.abort(cause)
      reject(cause)
    }, times.deadline)
  })
  try {
    await Promise.race([run(over.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
