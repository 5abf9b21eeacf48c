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

/** Parts of a CAIP-10 account id: three, none empty, of a known namespace. [S5.8] */
export function parseCaipAddress(value: unknown): CaipAddressParts | null {
  const [, caipNetworkId, address] = (typeof value === 'string' && /^(.+):([^\s:]+)$/.exec(value)) || []
  const network = parseCaipNetworkId(caipNetworkId)
  return network && address ? { ...network, address } : null
}

/** `0x71C7…976F`: the first six and the last four characters. */
export function toShortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

const patterns: { readonly [namespace in Namespace]?: RegExp } = {
  eip155: /^(0x)?[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

/**
 * Whether a text has the form of an address: EVM 40 hex characters with optional 0x, Solana 32 to 44 base58
 * characters [S5.7]. Namespaces whose forms vary by network ask for letters and digits only; their adapter knows more.
 */
export function isAddress(namespace: Namespace, value: unknown): value is string {
  return typeof value === 'string' && (patterns[namespace] ?? /^[0-9a-z]{8,128}$/i).test(value)
}

/** Whether two addresses are the same account: EVM hex ignores case (EIP-55), all else is exact. */
export function isSameAddress(namespace: Namespace, a: string, b: string): boolean {
  return namespace === 'eip155' ? a.toLowerCase() === b.toLowerCase() : a === b
}
