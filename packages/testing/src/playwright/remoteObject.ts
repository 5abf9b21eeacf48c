import { encodeValue } from './values.js'

/** An object of the test as seen by a page: its plain values, and its methods by path. */
export type RemoteObject = {
  readonly id: number
  readonly tree: RemoteTree
}

export type RemoteTree =
  | { readonly kind: 'method' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'object'; readonly fields: { readonly [name: string]: RemoteTree } }

/** Something to add to a page. */
export type Arrival =
  | { readonly kind: 'announce'; readonly info: unknown; readonly object: RemoteObject }
  | { readonly kind: 'register'; readonly object: RemoteObject }
  | { readonly kind: 'place'; readonly name: string; readonly object: RemoteObject }
  /** Rows to append to a list on the window. */
  | { readonly kind: 'list'; readonly name: string; readonly rows: unknown }

/** A request of a page to the test. */
export type PageRequest =
  | { readonly kind: 'call'; readonly id: number; readonly path: readonly string[]; readonly args: unknown }
  | { readonly kind: 'listen'; readonly id: number; readonly path: readonly string[]; readonly event: string }

export type PageReply = {
  readonly result?: unknown
  readonly thrown?: unknown
  /** Current `accounts` of a Wallet Standard wallet. */
  readonly accounts?: unknown
}

/** Describes an object to a page: methods by name, nested objects with methods, and everything else as values. */
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
