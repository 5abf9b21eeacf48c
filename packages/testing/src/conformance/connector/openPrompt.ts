import { AbortedError } from '@latchkey/core/plugin'
import type { Waiting } from '../waiting.js'
import type { ConnectorRig } from './connectorSubject.js'

export type PromptOptions = {
  /** How messages name the call. */
  readonly what: string
  readonly call: (signal: AbortSignal) => Promise<unknown>
}

export type OpenPrompt = {
  readonly answer: Promise<unknown>
  /** Why it will be aborted. */
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
  answer.catch(() => undefined) // whoever opened the prompt looks at it, or not
  await wait.until(`The prompt of ${what}`, () => wallet.prompts() > shown)
  return { answer, reason, abort: () => controller.abort(reason) }
}
