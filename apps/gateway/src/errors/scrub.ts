/** What may belong to a visitor, and what is kept of it. In this order: a URL's query may hold any of the others. */
const rules: readonly (readonly [RegExp, string])[] = [
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
  return rules.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text)
}
