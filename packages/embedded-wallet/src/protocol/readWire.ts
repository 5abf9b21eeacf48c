import { isPlain } from './isPlain.js'

/** A message as it came: what follows the prefix, and what it carries, not looked at yet. */
export type WireMessage = { readonly name: string; readonly id: string | undefined; readonly payload: unknown }

/** The longest id that is taken: ours have 32 characters, those of other clients fewer. */
const longestId = 256

/** Reads the envelope of a message whose type begins with the prefix; null for all other data. */
export function readWire(data: unknown, prefix: string): WireMessage | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return null
  const { type, id, payload } = data as { readonly type?: unknown; readonly id?: unknown; readonly payload?: unknown }
  if (typeof type !== 'string' || type.length > 256 || !type.startsWith(prefix)) return null
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > longestId)) return null
  if (!isPlain(data)) return null
  return { name: type.slice(prefix.length), id, payload }
}
