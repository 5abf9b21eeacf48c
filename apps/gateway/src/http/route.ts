import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.js'

/** What a caller asks. */
export type Question = {
  /** Parts of the path by the names that the route gives them, decoded; none is empty. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** What was posted, parsed as JSON; undefined with GET. */
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  /** The address of the caller. Not to be logged. */
  readonly client: string
  /** The time of the route is over, the caller went away, or the gateway ends. */
  readonly signal: AbortSignal
}

export type Route = {
  /** GET answers HEAD as well. */
  readonly method: 'GET' | 'POST'
  /** With names in braces for parts that a caller chooses: `/v1/identity/{address}`. */
  readonly path: string
  readonly answer: (question: Question) => Answer | Promise<Answer>
  /** Bytes of a body, 64 KiB unless told. */
  readonly bodyLimit?: number | undefined
  /** Milliseconds, 15 s unless told. */
  readonly timeLimit?: number | undefined
}
