import { toShortAddress } from '@latchkey/core'
import { getAddress } from 'viem'
import type { GatewayChain, ListedToken } from './config.js'

/** Names and symbols of the native currency and of the listed tokens, in the form in which {@link toUnlistedSymbol} compares them. */
export function toListedNames({ nativeCurrency, tokens = [] }: GatewayChain): ReadonlySet<string> {
  const names = [nativeCurrency, ...tokens].flatMap(({ name, symbol }) => [toPlain(name), toPlain(symbol)])
  return new Set(names.filter((name) => name !== ''))
}

/**
 * The symbol that an unlisted token is shown by. Anybody can create a token with any name: one that looks like a listed token has its
 * address after its symbol, and so does one with letters of other scripts, which may look like Latin ones.
 */
export function toUnlistedSymbol(
  { address, name, symbol }: Pick<ListedToken, 'address' | 'name' | 'symbol'>,
  { listedNames }: { readonly listedNames: ReadonlySet<string> },
): string {
  const isImitation = [name, symbol].some((text) => listedNames.has(toPlain(text)) || /[^ -~]/.test(text))
  return isImitation ? `${symbol} ${toShortAddress(getAddress(address))}` : symbol
}

/** Treats lookalike letters and digits as the same. */
function toPlain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1l]/g, 'i')
    .replaceAll('5', 's')
}
