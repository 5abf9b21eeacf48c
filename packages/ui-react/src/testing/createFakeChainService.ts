import type { Env } from '@latchkey/core'

export type FakeChainService = {
  readonly url: string
  readonly fetch: Env['fetch']
  /** Responses by the end of the path. Other paths return 404. */
  readonly answers: Record<string, unknown>
  /** Responds with this status from now on; undefined restores the regular responses. */
  fail(status: number | undefined): void
  /** Requested paths. */
  paths(): readonly string[]
}

/** A blockchain API in memory that supports `eip155:1`. */
export function createFakeChainService(): FakeChainService {
  const paths: string[] = []
  const answers: Record<string, unknown> = { '/supported-chains': { http: ['eip155:1'], ws: [] } }
  let failure: number | undefined
  return {
    url: 'https://chain.example',
    answers,
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      paths.push(pathname)
      const [, answer] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? []
      if (failure && !pathname.endsWith('/supported-chains')) return new Response('', { status: failure })
      return answer === undefined ? new Response('{}', { status: 404 }) : Response.json(answer)
    },
    fail(status) {
      failure = status
    },
    paths: () => paths,
  }
}
