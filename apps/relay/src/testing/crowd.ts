import { createHash } from 'node:crypto'

/** What a crowd reports to its parent as lines of JSON. */
export type CrowdNews = {
  /** Connected and subscribed clients. */
  readonly present: number
  /** Pushed messages. */
  readonly pushed: number
}

/** The topic of a client. */
export function toCrowdTopic(name: string, index: number): string {
  return createHash('sha256').update(`${name}:${index}`).digest('hex')
}
