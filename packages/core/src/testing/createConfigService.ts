import type { Env } from '../modal/env.js'

export type ConfigAnswer = { readonly status?: number | undefined; readonly body: unknown } | 'hang'

export type ConfigService = {
  readonly url: string
  readonly fetch: Env['fetch']
  /** Method and path of all requests, in order. */
  readonly requests: string[]
  /** Query and body of all requests, in order. */
  readonly calls: { readonly query: { readonly [name: string]: string }; readonly body: unknown }[]
  /** Responses by path; strings are sent unchanged. Other paths return 404. */
  readonly answers: { [path: string]: ConfigAnswer | (() => Promise<ConfigAnswer>) }
  /** Makes the service unreachable. */
  stop(): void
}

/** Creates a service of settings and reports in memory, as `env.fetch`. */
export function createConfigService(): ConfigService {
  let isStopped = false
  const service: ConfigService = {
    url: 'https://config.example.org',
    requests: [],
    calls: [],
    answers: {},
    stop() {
      isStopped = true
    },
    async fetch(input, init) {
      if (isStopped) throw new TypeError('fetch failed')
      const { pathname, searchParams } = new URL(String(input))
      service.requests.push(`${init?.method ?? 'GET'} ${pathname}`)
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      service.calls.push({ query: Object.fromEntries(searchParams), body })
      const wanted = service.answers[pathname] ?? {
        status: 404,
        body: { error: 'NOT_FOUND', message: 'Nothing here.' },
      }
      const answer = typeof wanted === 'function' ? await wanted() : wanted
      if (answer === 'hang')
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      return new Response(text, { status: answer.status ?? 200 })
    },
  }
  return service
}
