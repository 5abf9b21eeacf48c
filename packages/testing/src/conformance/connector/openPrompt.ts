import { AbortedError } from '@latchkey/core/plugin'
import { expectReason } from '../checks.js'
import { promptness, type Waiting } from '../waiting.js'
import type { ConnectorRig } from './connectorSubject.js'

export type PromptOptions = {
  /** Names the call in messages. */
  readonly what: string
  readonly call: (signal: AbortSignal) => Promise<unknown>
}

export type OpenPrompt = {
  readonly answer: Promise<unknown>
  /** The reason to abort with. */
  readonly reason: Error
  readonly abort: () => void
}

/** Makes a call, and waits until the wallet shows its prompt, which stays open. */
export async function openPrompt(
  { wallet }: ConnectorRig,
  wait: Waiting,
  { what, call }: PromptOptions,
): Promise<OpenPrompt> {
  const shown = wallet.prompts()
  const controller = new AbortController()
  const reason = new AbortedError()
  await wallet.hang()
  const answer = call(controller.signal)
  answer.catch(() => undefined) // the caller decides whether to look at the result
  await wait.until(`The prompt of ${what}`, () => wallet.prompts() > shown)
  return { answer, reason, abort: () => controller.abort(reason) }
}

/** Aborts a call while its prompt is open, and expects it to reject immediately with the signal's reason. */
export async function abortWhileAsked(rig: ConnectorRig, wait: Waiting, options: PromptOptions): Promise<void> {
  const { answer, reason, abort } = await openPrompt(rig, wait, options)
  abort()
  const what = `${options.what}, aborted,`
  const thrown = await wait.reject(what, () => answer, promptness)
  expectReason(what, thrown, reason)
  await rig.wallet.release()
}
