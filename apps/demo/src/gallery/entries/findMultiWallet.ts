import { type ConnectorMeta, getWalletRows } from '@latchkey/core'
import type { World } from '../world.js'

/** Waits for the wallet that is on several namespaces. */
export async function findMultiWallet({ modal, user }: World): Promise<ConnectorMeta> {
  let found: ConnectorMeta | undefined
  await user.until('a wallet on several namespaces', () => {
    found = getWalletRows(modal).find(({ connector }) => connector?.type === 'MULTI_CHAIN')?.connector
    return found
  })
  return found as unknown as ConnectorMeta
}
