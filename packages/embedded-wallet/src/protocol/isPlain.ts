/** What no message of either side comes near: text in UTF-16 units (a message of 1 MiB to sign is 2 MiB of hex), values, levels. */
export const plainLimits = { text: 4_194_304, values: 100_000, depth: 64 } as const

/** Names that reach into prototypes where code copies fields. */
const reserved: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * Whether a value that came from another window is plain data of a sane size: objects, arrays, texts, numbers. Stops at the
 * first thing that is not, so that hostile messages cost next to nothing. Structured clones may hold cycles; `depth` ends them.
 */
export function isPlain(value: unknown): boolean {
  const left = { text: plainLimits.text, values: plainLimits.values }
  const isFine = (item: unknown, depth: number): boolean => {
    if (--left.values < 0 || depth > plainLimits.depth) return false
    if (typeof item === 'string') return takeText(item)
    if (typeof item !== 'object' || item === null) return true
    if (Array.isArray(item)) return item.length <= left.values && item.every((entry) => isFine(entry, depth + 1))
    // typed arrays, maps, ports, blobs: nothing that either side sends
    if (Object.prototype.toString.call(item) !== '[object Object]') return false
    const names = Object.keys(item)
    if (names.length > left.values) return false
    const fields = item as { readonly [name: string]: unknown }
    return names.every((name) => takeText(name) && !reserved.includes(name) && isFine(fields[name], depth + 1))
  }
  const takeText = (text: string): boolean => {
    left.text -= text.length
    return left.text >= 0
  }
  return isFine(value, 0)
}
