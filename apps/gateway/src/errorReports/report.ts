import { z } from 'zod'
import { parseInput } from '../http/route.js'

/** What may belong to a visitor, and what is kept of it. In this order: a URL's query may hold any of the others. */
const scrubRules: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@]{0,256}@/gi, '$1'],
  [/[?#][^\s)'":]*(:\d+)?/g, '$1'],
  [/[^\s@<>()"']{1,64}@[^\s@<>()"']{1,190}\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(?:[a-z]{3,8}\s+){11,}[a-z]{3,8}\b/g, '[words]'],
  [/\b(0x)?[0-9a-f]{40,}\b/gi, '[hex]'],
  [/\b[1-9A-HJ-NP-Za-km-z]{32,}\b/g, '[key]'],
]

/** A text without addresses, keys, tokens, mail addresses, recovery phrases and the queries of URLs. */
export function scrub(text: string): string {
  return scrubRules.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text)
}

const shortText = z.string().max(100)

const body = z.object({
  eventId: z.string().regex(/^[\w-]{1,64}$/),
  url: z.string().max(2_000),
  domain: z.string().max(253),
  /** Milliseconds since the epoch, by the page's clock. */
  timestamp: z.number(),
  props: z.object({
    type: shortText,
    event: shortText,
    errorType: shortText.optional(),
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
