import { createHash } from 'node:crypto'

/** The report of a crowd to its parent process, sent as a line of JSON. */
export type CrowdNews = {
  /** Number of connected and subscribed clients. */
  readonly present: number
  /** Number of pushed messages. */
  readonly pushed: number
}

/** The topic of a client. */
export function toCrowdTopic(name: string, index: number): string {
  return createHash('sha256').update(`${name}:${index}`).digest('hex')
}
