import { z } from 'zod'
import { parseInput } from '../http/parseInput.js'
import { scrub } from './scrub.js'

const word = z.string().max(100)

const body = z.object({
  eventId: z.string().regex(/^[\w-]{1,64}$/),
  url: z.string().max(2_000),
  domain: z.string().max(253),
  /** Milliseconds since the epoch, by the page's clock. */
  timestamp: z.number(),
  props: z.object({
    type: word,
    event: word,
    errorType: word.optional(),
    errorMessage: z.string().max(2_000).optional(),
    stackTrace: z.string().max(10_000).optional(),
  }),
})

export type ErrorReport = {
  readonly eventId: string
  readonly url: string
  readonly domain: string
  readonly timestamp: number
  readonly props: {
    readonly type: string
    readonly event: string
    readonly errorType?: string | undefined
    readonly errorMessage?: string | undefined
    readonly stackTrace?: string | undefined
  }
}

/** A report of an error, without what belongs to the visitor. Other fields are dropped. Throws 400. [S7.24] */
export function parseReport(value: unknown): ErrorReport {
  const { props, url, ...report } = parseInput(body, value)
  const { errorMessage, stackTrace, ...words } = props
  return {
    ...report,
    url: scrub(url),
    props: {
      ...words,
      ...(errorMessage !== undefined && { errorMessage: scrub(errorMessage) }),
      ...(stackTrace !== undefined && { stackTrace: scrub(stackTrace) }),
    },
  }
}
