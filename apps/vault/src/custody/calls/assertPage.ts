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
  const isOwn = isOwnPage({ publicUrl }, { origin })
  // unlocking is of one device: each does it where it is
  const isForAny = /^seal\.(?:get|ask|unlock|lock)$/.test(method)
  const isForOwn = !isForAny && /^(?:account|consent|logins|recovery|seal|wallets)\./.test(method)
  const isForApps = /^request\./.test(method)
  if (isOwn ? isForApps : isForOwn)
    throw new CustodyFault(isOwn ? 'Do this in the app.' : `Do this at ${publicUrl}/account.`, { code: 'NOT_HERE' })
}

/** Whether a page is one of the vault itself, where no script of an app runs. */
export function isOwnPage({ publicUrl }: Pick<Custody, 'publicUrl'>, { origin }: { readonly origin: string }): boolean {
  return origin === new URL(publicUrl).origin
}
