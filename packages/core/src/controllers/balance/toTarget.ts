import type { Connection } from '../connection/state.js'

/** Whose balance it is: account and network. */
export function toTarget({ caipNetworkId, accounts }: Connection): string {
  return `${caipNetworkId}:${accounts[0].address}`
}
