import type { Visit } from '../browser/openVisit.js'
import { openModal, pressUntil, walletRow } from '../browser/pressUntil.js'
import { settle } from '../browser/settle.js'

/** Clicks the button without a hover, then a wallet; returns the milliseconds of each. */
export async function openAndConnect(visit: Visit): Promise<{ readonly opening: number; readonly connecting: number }> {
  const opened = await openModal(visit, false)
  await settle(visit)
  const connected = await pressUntil(visit, { selector: walletRow, until: 'connected' })
  return { opening: opened.end - opened.start, connecting: connected.end - connected.start }
}
