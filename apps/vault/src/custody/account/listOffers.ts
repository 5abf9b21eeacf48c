import type { CustodyResult } from '../../protocol/custody.js'
import type { LoginProvider } from '../../protocol/login.js'
import type { Call } from '../calls/call.js'

/** Whom a visitor can log in with, beside a mailbox. */
export async function listOffers({ custody }: Pick<Call, 'custody'>): Promise<CustodyResult<'account.offers'>> {
  const { providers, farcaster } = custody
  const own: readonly LoginProvider[] = farcaster ? ['farcaster'] : []
  return { providers: [...providers.keys(), ...own] }
}
