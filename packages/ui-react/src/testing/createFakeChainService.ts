import type { Env } from '@latchkey/core'

export type FakeChainService = {
  readonly url: string
  readonly fetch: Env['fetch']
  /** What is answered below a path; others are not found. */
  readonly answers: Record<string, unknown>
  /** Answers with this status from now on; as before where undefined. */
  fail(status: number | undefined): void
  /** Paths that were asked for. */
  paths(): readonly string[]
}

/** A blockchain API in memory, which serves `eip155:1`. Answers are found by the end of their path. */
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
