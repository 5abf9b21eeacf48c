import type { Visit } from '../browser/openVisit.js'
import { connectButton, openModal, pressUntil, walletRow } from '../browser/pressUntil.js'
import { show } from '../browser/show.js'
import type { Tally } from './createTally.js'

/** Connects the page's wallet and opens its account. Requests after the connection count for the account. */
export async function goToAccount(visit: Visit, tally: Tally): Promise<void> {
  await openModal(visit)
  // on connecting, the focus returns to the button, which loads the view that it opens
  await tally.take()
  await pressUntil(visit, { selector: walletRow, until: 'connected' })
  await show(visit, connectButton, '.who')
}
