import type { Plugin } from '../adapter.js'
import type { Namespace } from '../utils/caip.js'

/** The chain families that a plugin brings accounts of: that of an adapter, those of the own networks of a connector. */
export function toNamespaces(plugin: Plugin): readonly Namespace[] {
  if (plugin.kind === 'chain') return [plugin.namespace]
  if (plugin.kind === 'auth') return []
  return (plugin.networks ?? []).map(({ chainNamespace = 'eip155' }) => chainNamespace)
}
