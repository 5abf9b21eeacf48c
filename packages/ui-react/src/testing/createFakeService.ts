import type { Env } from '@latchkey/core'

export const fakeServiceUrl = 'https://api.example'

export type FakeService = {
  readonly fetch: Env['fetch']
  /** Requests as `GET /path`, oldest first. */
  readonly asked: readonly string[]
  /** The body of the last request, by method and path. */
  readonly bodies: Readonly<Record<string, unknown>>
  /** Responses by method and path: a JSON body, a status, a `Response`, an error, or `waits`. Can be changed. */
  readonly answers: { [path: string]: unknown }
}

/** A service in memory for `services.blockchainApi`. Paths without a response return 404; `waits` never responds. */
export function createFakeService(answers: FakeService['answers']): FakeService {
  const asked: string[] = []
  const bodies: Record<string, unknown> = {}
  return {
    asked,
    bodies,
    answers,
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      const path = `${init?.method ?? 'GET'} ${decodeURIComponent(url.pathname)}`
      asked.push(path)
      if (typeof init?.body === 'string') bodies[path] = JSON.parse(init.body)
      const answer = answers[path] ?? 404
      if (answer === 'waits') return new Promise<Response>(() => undefined)
      if (answer instanceof Error) throw answer
      if (answer instanceof Response) return answer.clone()
      return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer)
    },
  }
}
