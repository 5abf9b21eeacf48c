import type { BitcoinActions } from '../engine/bitcoinActions.js'

export type ShapeOptions = {
  readonly actions: BitcoinActions
  readonly name: string
  readonly icon: string
  /** Id in the registry. */
  readonly id: string
}

/** The wallet's interface for sites, and its injection into the page. */
export type Shape = {
  readonly provider: object
  /** Returns a function that removes it. */
  readonly place: (page: EventTarget, registry?: boolean | undefined) => () => void
}

/** An entry of the registry `window.btc_providers` (WBIP 4). */
export type RegistryEntry = {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly methods?: readonly string[] | undefined
}

type Page = EventTarget & { btc_providers?: RegistryEntry[] } & Record<string, unknown>

/** Sets an object at a dotted path of the window. Returns a function that removes it. */
export function placeAt(page: EventTarget, path: string, value: object): () => void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let owner = page as unknown as Record<string, unknown>
  for (const name of names) {
    owner[name] ??= {}
    owner = owner[name] as Record<string, unknown>
  }
  owner[last] = value
  return () => {
    if (owner[last] === value) delete owner[last]
  }
}

/** Adds an entry to a page's registry. Returns a function that removes it. */
export function addToRegistry(page: EventTarget, entry: RegistryEntry): () => void {
  const target = page as Page
  target.btc_providers ??= []
  target.btc_providers.push(entry)
  return () => {
    target.btc_providers = target.btc_providers?.filter((other) => other !== entry) ?? []
  }
}
