import { isRecord } from '@latchkey/core'

/** How wallets say that they do not know a method: the protocol's 10001, its codes for apps, and JSON-RPC's own. */
const codes: readonly unknown[] = [10_001, 5_101, 1_001, -32_601]

/** Whether a wallet says that it cannot sign in while it connects, by the code alone. */
export function isUnsupported(error: unknown): boolean {
  return isRecord(error) && codes.includes(error['code'])
}
