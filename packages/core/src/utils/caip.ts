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
  const [namespace, reference] = split(value, 2)
  return namespace && reference ? { namespace, reference } : null
}

/** Parts of a CAIP-10 account id: three, none empty, of a known namespace. [S5.8] */
export function parseCaipAddress(value: unknown): CaipAddressParts | null {
  const [namespace, reference, address] = split(value, 3)
  return namespace && reference && address ? { namespace, reference, address } : null
}

/** Joins a network id and an address. */
export function toCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  return `${caipNetworkId}:${address}`
}

/** Just so many parts, none of them empty, of a known namespace; none for anything else. */
function split(value: unknown, count: number): readonly [Namespace?, ...string[]] {
  if (typeof value !== 'string' || /\s/.test(value)) return []
  const [namespace, ...rest] = value.split(':')
  return isNamespace(namespace) && rest.length === count - 1 ? [namespace, ...rest] : []
}
