import { encodeValue } from './encodeValue.js'
import type { RemoteTree } from './remoteObject.js'

/** What a page can see of an object: methods by name, objects that have some, and all else as values. */
export function toRemoteTree(value: unknown): RemoteTree {
  if (typeof value === 'function') return { kind: 'method' }
  if (!hasMethods(value)) return { kind: 'value', value: encodeValue(value) }
  return {
    kind: 'object',
    fields: Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toRemoteTree(item)])),
  }
}

function hasMethods(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false
  return Object.values(value).some((item) => typeof item === 'function' || hasMethods(item))
}
