/** Chain namespaces that Latchkey knows. [S3.2] */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const

export type Namespace = (typeof namespaces)[number]
/** CAIP-2, e.g. `eip155:1`. */
export type CaipNetworkId = `${Namespace}:${string}`
/** CAIP-10, e.g. `eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`. */
export type CaipAddress = `${Namespace}:${string}:${string}`

export type CaipNetworkIdParts = { readonly namespace: Namespace; readonly reference: string }
export type CaipAddressParts = CaipNetworkIdParts & { readonly address: string }

export function isNamespace(value: unknown): value is Namespace {
  return namespaces.includes(value as Namespace)
}

/** Parts of a CAIP-2 network id: exactly two, of a known namespace. [S5.8] */
export function parseCaipNetworkId(value: unknown): CaipNetworkIdParts | null {
  const [, namespace, reference] = (typeof value === 'string' && /^(\w+):([^\s:]+)$/.exec(value)) || []
  return isNamespace(namespace) && reference ? { namespace, reference } : null
}

/** Joins a network id and an address. */
export function toCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  return `${caipNetworkId}:${address}`
}
