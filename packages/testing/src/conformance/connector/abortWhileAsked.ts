import { expectReason } from '../expectReason.js'
import { promptness, type Waiting } from '../waiting.js'
import type { ConnectorRig } from './connectorSubject.js'
import { openPrompt, type PromptOptions } from './openPrompt.js'

/** Aborts a call while its prompt is open, and expects that it ends at once with the signal's reason. */
export async function abortWhileAsked(rig: ConnectorRig, wait: Waiting, options: PromptOptions): Promise<void> {
  const { answer, reason, abort } = await openPrompt(rig, wait, options)
  abort()
  const what = `${options.what}, aborted,`
  const thrown = await wait.reject(what, () => answer, promptness)
  expectReason(what, thrown, reason)
  await rig.wallet.release()
}
