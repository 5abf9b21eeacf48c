import { isRecord, toWalletIcon, toWalletName, type WalletIdentity } from '@latchkey/core'

/**
 * How the wallet at the other end calls itself, cut to what is safe to show. Only icons that are images in themselves
 * count: any other would have the page ask a host that the wallet names.
 */
export function toIdentity(metadata: unknown): WalletIdentity | undefined {
  if (!isRecord(metadata)) return undefined
  const name = toWalletName(metadata['name'])
  if (!name) return undefined
  const icons = Array.isArray(metadata['icons']) ? metadata['icons'].slice(0, 10) : []
  const icon = icons.map(toWalletIcon).find((found) => found !== undefined)
  return { name, ...(icon && { icon }) }
}
