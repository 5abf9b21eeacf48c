import type { CustodyMethod } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'

/**
 * Throws `NOT_HERE` where a page asks what is another one's: what outlives a session is asked in a window of the vault's own, and
 * there nothing is signed.
 */
export function assertPage(
  { publicUrl }: Pick<Custody, 'publicUrl'>,
  { method, origin }: { readonly method: CustodyMethod; readonly origin: string },
): void {
  const isOwn = origin === new URL(publicUrl).origin
  const isForOwn = /^(?:account|recovery|seal)\./.test(method)
  const isForApps = /^(?:request|update|social|farcaster)\./.test(method)
  if (isOwn ? isForApps : isForOwn)
    throw new CustodyFault(isOwn ? 'Do this in the app.' : `Do this at ${publicUrl}/account.`, { code: 'NOT_HERE' })
}
