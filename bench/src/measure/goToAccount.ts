import type { Visit } from '../browser/openVisit.js'
import { connectButton, openModal, pressUntil, walletRow } from '../browser/pressUntil.js'
import { show } from '../browser/show.js'
import type { Tally } from './createTally.js'

/** Connects the wallet of the page, and opens its account. What comes after the connection is the account's. */
export async function goToAccount(visit: Visit, tally: Tally): Promise<void> {
  await openModal(visit)
  // the focus returns to the button when connected, which loads what it opens
  await tally.take()
  await pressUntil(visit, { selector: walletRow, until: 'connected' })
  await show(visit, connectButton, '.who')
}
