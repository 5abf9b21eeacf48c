/** What may belong to a visitor, and what is kept of it. In this order: a URL's query may hold any of the others. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@]{0,256}@/gi, '$1'],
  [/[?#][^\s)'":]*(:\d+)?/g, '$1'],
  [/[^\s@<>()"'/]{1,64}(?:@|%40)[^\s@<>()"'/]{1,190}\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|token|code|secret|password)(["']?\s?[:=]\s?["']?|\s)(?!-)(?=\S{0,99}\d)[\w.~+/-]{6,}/gi, '$1$2[token]'],
  [/\b(?:[a-z]{3,8}[\s,]{1,3}){11,}[a-z]{3,8}\b/g, '[words]'],
  [/\b0x[0-9a-f]{16,}\b|\b[0-9a-f]{32,}\b/gi, '[hex]'],
  [/\b(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{20,}\b/gi, '[address]'],
  [/\b[1-9A-HJ-NP-Za-km-z]{26,}\b/g, '[key]'],
  [/[\w-]{40,}/g, '[key]'],
]

/** Of longer texts the rest is dropped, and with it what the cut may have made unrecognizable. */
const longest = 12_000
const rim = 256

/**
 * A text without addresses, keys, tokens, codes, mail addresses, recovery phrases and the queries of URLs: for what leaves
 * the page. What only looks like one goes too.
 */
export function scrub(text: string): string {
  const scrubbed = rules.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text.slice(0, longest))
  return text.length > longest ? scrubbed.slice(0, -rim) : scrubbed
}
