import type { IncomingMessage } from 'node:http'
import type { Answer } from './answer.js'

export type Question = {
  readonly request: IncomingMessage
  readonly params: URLSearchParams
  /** What the path has after the route's own. */
  readonly name: string
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export type Route = (question: Question) => Answer | Promise<Answer>

/** By method and path; a path that ends with a slash takes a name behind it. HEAD is answered as GET is. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} /${string}`, Route>>
