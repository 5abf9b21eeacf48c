import type { Namespace } from '../../utils/caip.js'

/** Names one connection: a connector has at most one in a namespace. */
export function toConnectionKey(namespace: Namespace, connectorId: string): string {
  return `${namespace}:${connectorId}`
}
