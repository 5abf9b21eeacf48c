import type { Namespace } from '@latchkey/core'

/** Whether what an account holds is listed and summed up: elsewhere its native balance is all there is. [S6.8] */
export function hasHoldings(namespace: Namespace | undefined): boolean {
  return namespace === 'eip155' || namespace === 'solana'
}
