import type { ErrorReport } from '../api/projects.js'

/** Patterns of data that may identify a user, and their replacements. The order matters: a URL's query may contain any of the others. */
const scrubRules: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@]{0,256}@/gi, '$1'],
  [/[?#][^\s)'":]*(:\d+)?/g, '$1'],
  [/[^\s@<>()"']{1,64}@[^\s@<>()"']{1,190}\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(?:[a-z]{3,8}\s+){11,}[a-z]{3,8}\b/g, '[words]'],
  [/\b(0x)?[0-9a-f]{40,}\b/gi, '[hex]'],
  [/\b[1-9A-HJ-NP-Za-km-z]{32,}\b/g, '[key]'],
]

/** Removes addresses, keys, tokens, email addresses, recovery phrases and the queries of URLs from a text. */
export function scrub(text: string): string {
  return scrubRules.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text)
}

/** Removes data that may identify the user from a report. [S7.24] */
export function scrubReport({ props, url, ...report }: ErrorReport): ErrorReport {
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
