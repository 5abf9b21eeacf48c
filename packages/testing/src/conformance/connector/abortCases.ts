import { AbortedError } from '@latchkey/core/plugin'
import { check, describe, expectReason } from '../checks.js'
import type { ConformanceCase } from '../runConformance.js'
import { promptness } from '../waiting.js'
import { watchUnhandled } from '../watchUnhandled.js'
import { connect, connectorCase, watchConnector } from './connectorCase.js'
import type { ConnectorRig, ConnectorSubject } from './connectorSubject.js'
import { abortWhileAsked, openPrompt, type PromptOptions } from './openPrompt.js'

/** Aborting a connect request. */
export const abortCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'abort: shows no prompt if the signal is already aborted',
      why: 'The user has already left, so a prompt would be unexpected.',
      fix: 'Begin connect() with signal.throwIfAborted().',
    },
    async (rig, wait) => {
      const before = rig.wallet.prompts()
      const reason = new AbortedError()
      const call = (): unknown => connect(rig, AbortSignal.abort(reason))
      const thrown = await wait.reject('connect() with an aborted signal', call, promptness)
      await wait.quiet()
      check(rig.wallet.prompts() === before, 'connect() with an aborted signal showed a prompt.')
      expectReason('connect() with an aborted signal', thrown, reason)
    },
  ),
  connectorCase(
    {
      name: "abort: rejects at once with the signal's reason while the wallet shows a prompt",
      why: 'Wallets often never respond after a prompt was closed: the user would wait forever.',
      fix: 'Race the response of the wallet against the signal, and reject with signal.reason unchanged.',
    },
    (rig, wait) => abortWhileAsked(rig, wait, toPrompt(rig)),
  ),
  connectorCase(
    {
      name: 'abort: a late response of the wallet changes nothing',
      why: 'The user has chosen something else by then, which must not be overwritten.',
      fix: 'Handle the late response and drop it; emit nothing unless connect() has resolved.',
    },
    async (rig, wait) => {
      const seen = watchConnector(rig.connector)
      const unhandled = watchUnhandled()
      try {
        const { abort } = await openPrompt(rig, wait, toPrompt(rig))
        abort()
        await wait.quiet()
        await rig.wallet.release()
        await wait.quiet()
      } finally {
        seen.stop()
        unhandled.stop()
      }
      const { reasons } = unhandled
      check(seen.count() === 0, `The late answer made it emit ${describe([...seen.changes, ...seen.disconnects])}.`)
      check(reasons.length === 0, `The late answer ended in an unhandled rejection: ${describe(reasons[0])}.`)
    },
  ),
  connectorCase(
    {
      name: 'abort: connecting works again afterwards',
      why: 'Users close the view of a prompt by mistake and click the wallet again.',
      fix: 'Let the next connect() prompt again, or join the prompt that is still open.',
    },
    async (rig, wait) => {
      const { abort } = await openPrompt(rig, wait, toPrompt(rig))
      abort()
      await wait.quiet()
      const next = wait.settle('The connect() after an aborted one', () => connect(rig))
      await wait.quiet()
      await rig.wallet.release()
      await next
    },
  ),
]

function toPrompt(rig: ConnectorRig): PromptOptions {
  return { what: 'connect()', call: (signal) => connect(rig, signal) }
}
