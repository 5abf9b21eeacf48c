import type { Abilities, Connector } from './connector.js'
import type { Namespace } from './utils/caip.js'

/** An ability of a connector in a chain family; undefined where it does not have it there. */
export function getFeature<name extends keyof Abilities>(
  connector: Connector,
  namespace: Namespace,
  name: name,
): Abilities[name] {
  return connector.features[name] ?? connector.getFeatures?.(namespace)[name]
}
