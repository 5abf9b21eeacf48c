import { CustodyFault } from '../CustodyFault.js'
import { type Caller, getUserId } from '../devices/findCaller.js'

/** Who changes the address. Never on a session that a resume token took up, which a page has held. */
export function getUpdater(caller: Caller): string {
  const userId = getUserId(caller)
  if (caller.isResumed) throw new CustodyFault('Sign in again to do this', { code: 'RESUMED' })
  return userId
}
