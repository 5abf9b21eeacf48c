/** The namespaces that Latchkey knows by name. [S3.2] */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const

/** A CAIP-2 namespace: one of the known ones, or any other that an adapter brings. */
export type Namespace = (typeof namespaces)[number] | (string & {})

/** Values by namespace. */
export type ByNamespace<value> = { readonly [known in (typeof namespaces)[number]]?: value } & {
  readonly [namespace: string]: value
}

/** CAIP-2, e.g. `eip155:1`. */
export type CaipNetworkId = `${Namespace}:${string}`

/** CAIP-10, e.g. `eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`. */
export type CaipAddress = `${Namespace}:${string}:${string}`

export type CaipNetworkIdParts = { readonly namespace: Namespace; readonly reference: string }

export type CaipAddressParts = CaipNetworkIdParts & { readonly address: string }

const addressPatterns: ByNamespace<RegExp> = {
  eip155: /^(0x)?[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

/** Whether a value is a namespace by the grammar of CAIP-2, with or without an adapter for it. */
export function isNamespace(value: unknown): value is Namespace {
  return typeof value === 'string' && /^[-a-z0-9]{3,8}$/.test(value)
}

/** Returns the namespaces that are keys of a record. */
export function getNamespaces(record: ByNamespace<unknown>): readonly Namespace[] {
  return Object.keys(record).filter(isNamespace)
}

/** Parses a CAIP-2 network id. [S5.8] */
export function parseCaipNetworkId(value: unknown): CaipNetworkIdParts | null {
  const [, namespace, reference] = (typeof value === 'string' && /^([^:]+):([^\s:]+)$/.exec(value)) || []
  return isNamespace(namespace) && reference ? { namespace, reference } : null
}

/** Joins a network id and an address to a CAIP-10 account id. */
export function toCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  return `${caipNetworkId}:${address}`
}

/** Splits a CAIP-10 account id of any namespace. */
export function splitCaipAddress(value: unknown): CaipAddressParts | null {
  const [, caipNetworkId, address] = (typeof value === 'string' && /^(.+):([^\s:]+)$/.exec(value)) || []
  const network = parseCaipNetworkId(caipNetworkId)
  return network && address ? { ...network, address } : null
}

/**
 * Parses a CAIP-10 account id of a known namespace, for data from outside. [S5.8]
 * @param known the accepted namespaces. Default: those that Latchkey knows by name.
 */
export function parseCaipAddress(value: unknown, known: readonly Namespace[] = namespaces): CaipAddressParts | null {
  const parts = splitCaipAddress(value)
  return parts && known.includes(parts.namespace) ? parts : null
}

/** Shortens an address to its first six and last four characters: `0x71C7…976F`. */
export function toShortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

/**
 * Whether a value has the form of an address: on EVM 40 hex characters with optional 0x, on Solana 32 to 44 base58
 * characters [S5.7]. Other namespaces, whose formats vary by network, only require letters and digits; their adapter
 * checks more.
 */
export function isAddress(namespace: Namespace, value: unknown): value is string {
  return typeof value === 'string' && (addressPatterns[namespace] ?? /^[0-9a-z]{8,128}$/i).test(value)
}

/** Whether two addresses are the same account. EVM addresses ignore case (EIP-55), others are compared exactly. */
export function isSameAddress(namespace: Namespace, a: string, b: string): boolean {
  return namespace === 'eip155' ? a.toLowerCase() === b.toLowerCase() : a === b
}
