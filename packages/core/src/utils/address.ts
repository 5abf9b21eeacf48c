import type { Namespace } from './caip.js'

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
