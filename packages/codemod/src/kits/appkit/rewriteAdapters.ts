import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getOptions, getProperty, getPropertyName } from '../../source/objects.js'
import { findReferences } from '../../source/references.js'
import { resolveList } from '../../source/values.js'
import { type Adapter, adapterNotes, adapters, otherNetworks, types } from './facts.js'

const modules = ['wagmi', 'ethers', 'ethers5', 'solana', 'bitcoin'].map((name) => `@reown/appkit-adapter-${name}`)
const networksModule = '@reown/appkit/networks'

/** Names of networks in the list that the app wrote, as they are printed, by adapter. */
type NetworkLists = { readonly [name in Adapter['name']]: readonly string[] }

/** The imported networks by their local names. */
export type Names = ReadonlyMap<string, { readonly adapter: Adapter['name']; readonly local: string }>

/** Rewrites imports from `@reown/appkit/networks`: viem chains keep their names, other namespaces come from their adapter. */
export function rewriteNetworks({ imports }: Source): Names {
  const names = new Map<string, { adapter: Adapter['name']; local: string }>()
  for (const imported of imports.from(networksModule)) {
    const type = types[imported.name]
    if (type) {
      imports.swap(imported, type, '@latchkey/core')
      continue
    }
    const [adapter, name] = otherNetworks[imported.name] ?? ['evm', imported.name]
    const local = imports.swap(
      imported,
      name,
      adapter === 'evm' ? (name === 'defineChain' ? 'viem' : 'viem/chains') : `@latchkey/adapter-${adapter}`,
    )
    names.set(imported.local, { adapter, local })
  }
  return names
}

/** Code before and after a network's name that makes its CAIP-2 id. */
const networkIds: { readonly [name in Adapter['name']]: readonly [before: string, after: string] } = {
  evm: ['`eip155:${', '.id}`'],
  solana: ['`solana:${', '.id}`'],
  bitcoin: ['', '.caipNetworkId'],
}

/** The adapter of a network that is named; `evm` for any other expression. */
export const findAdapter = (names: Names, network: ts.Expression): Adapter['name'] =>
  names.get(network.getText())?.adapter ?? 'evm'

/** Makes an expression for a network one for its CAIP-2 id. */
export function toNetworkId(
  { edits, file }: Source,
  { names, network }: { names: Names; network: ts.Expression },
): void {
  const [before, after] = networkIds[findAdapter(names, network)]
  edits.insert(network.getStart(file), before)
  edits.insert(network.getEnd(), after)
}

/** Splits a list of networks by adapter; undefined if it is only known at run time. */
function splitNetworks(source: Source, list: ts.Expression, names: Names): NetworkLists | undefined {
  const elements = resolveList(source, list)
  if (!elements) return undefined
  const lists: { readonly [name in Adapter['name']]: string[] } = { evm: [], solana: [], bitcoin: [] }
  for (const element of elements) {
    const text = element.getText(source.file)
    // an object of the app's own may be of any namespace
    if (!ts.isIdentifier(element)) return undefined
    const { adapter, local } = names.get(text) ?? { adapter: 'evm', local: text }
    lists[adapter].push(local)
  }
  return lists
}

/** The networks that an adapter of the file has, for those that have none: AppKit keeps one list for all. */
function findList(source: Source): ts.Expression | undefined {
  const made = source.imports.from(...modules).flatMap(({ local }) => findReferences(source.file, local))
  return made
    .map(({ parent }) => (ts.isNewExpression(parent) ? getProperty(getOptions(parent), 'networks') : undefined))
    .find((list) => list !== undefined)
}

/**
 * Replaces `new WagmiAdapter({ networks, … })` by `evm({ networks })`. Installed wallets are discovered, so connectors are dropped.
 *
 * @param list the networks of `createAppKit()` in this file
 * @param hasCookies whether the account of a visit is kept in a cookie
 * @returns whether the adapters of this file have all networks of that list, so that the modal needs none of its own
 */
export function rewriteAdapters(
  source: Source,
  {
    names,
    list,
    hasCookies,
  }: { readonly names: Names; readonly list: ts.Expression | undefined; readonly hasCookies: boolean },
): boolean {
  const lists = list && splitNetworks(source, list, names)
  const made = new Set<Adapter['name']>()
  const shared = findList(source)
  for (const imported of source.imports.from(...modules)) {
    const adapter = adapters[imported.name]
    if (!adapter) {
      source.note(imported.declaration, `${imported.name} has no counterpart.`)
      continue
    }
    source.imports.drop(imported)
    const local = source.imports.use(adapter.name, adapter.module)
    for (const { parent } of findReferences(source.file, imported.local)) {
      if (!ts.isNewExpression(parent)) continue
      made.add(adapter.name)
      const options = getOptions(parent)
      const own = getProperty(options, 'networks') ?? shared
      const networks = (lists ?? (own && splitNetworks(source, own, names)))?.[adapter.name] ?? []
      source.replace(parent, `${local}(${networks.length > 0 ? `{ networks: [${networks.join(', ')}] }` : ''})`)
      if (adapter.note) source.note(parent, adapter.note)
      for (const property of options?.properties ?? []) {
        const name = getPropertyName(property) ?? property.getText(source.file)
        const note = adapterNotes[name] ?? `the option ${name} of ${imported.name} has no counterpart.`
        if (note && !(hasCookies && name === 'storage')) source.note(parent, note)
      }
    }
  }
  if (!lists) return false
  const wanted = (Object.keys(lists) as Adapter['name'][]).filter((name) => lists[name].length > 0)
  return wanted.every((name) => made.has(name))
}
