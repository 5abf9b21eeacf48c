import { isRecord } from '@latchkey/core'
import { AbortedError } from '@latchkey/core/plugin'
import { check, describe, expectReason } from '../checks.js'
import { getCheck, getFeature } from '../features.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { promptness, type Waiting } from '../waiting.js'
import { type AtWork, adapterCase, toAnswer, withInstance } from './adapterCase.js'
import type { AdapterRig, AdapterSubject } from './adapterSubject.js'

/** The feature 'transaction:confirm'. */
export const confirmCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: 'transaction:confirm: reports the outcome of a transaction',
      why: 'Apps wait for it before they update what they show, and display the reason of a failure.',
      fix: "Return the status 'confirmed', 'failed' with a reason as text, or 'expired', once it is final.",
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        await sendFirst(rig, atWork, wait)
        const outcome = await toAnswer(rig, atWork, wait, 'transaction:confirm')
        const { status, reason } = isRecord(outcome) ? outcome : {}
        const isSound =
          status === 'failed' ? typeof reason === 'string' : ['confirmed', 'expired'].includes(String(status))
        check(isSound, `'transaction:confirm' returned ${describe(outcome)}.`)
      }),
  ),
  adapterCase(
    {
      name: "transaction:confirm: rejects at once with the signal's reason if it is aborted while the node doesn't respond",
      why: 'The caller has left, so polling would continue for no reason.',
      fix: 'Race every response and every pause against the signal, and reject with signal.reason unchanged.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const hangChain = need(rig.controls.hangChain, 'controls.hangChain')
        const confirm = getFeature(atWork.instance.features, 'transaction:confirm')
        const { request } = getCheck(rig.checks, 'transaction:confirm')
        await sendFirst(rig, atWork, wait)
        const ask = (signal: AbortSignal): Promise<unknown> => confirm({ ...request, network: rig.network, signal })
        const reason = new AbortedError()
        // loads lazy code first, as its loading time doesn't count here
        await wait.settle("'transaction:confirm', aborted beforehand,", () =>
          ask(AbortSignal.abort(reason)).catch(() => undefined),
        )
        await hangChain()
        const controller = new AbortController()
        const answer = ask(controller.signal)
        answer.catch(() => undefined) // checked below
        await wait.quiet()
        controller.abort(reason)
        const thrown = await wait.reject("'transaction:confirm', aborted,", () => answer, promptness)
        expectReason("'transaction:confirm', aborted,", thrown, reason)
      }),
  ),
]

/** Sends the transaction to confirm, using a check of the subject that sends one. */
async function sendFirst(rig: AdapterRig, atWork: AtWork, wait: Waiting): Promise<void> {
  getFeature(atWork.instance.features, 'transaction:confirm')
  getCheck(rig.checks, 'transaction:confirm')
  if (rig.checks?.['transaction:broadcast']) await toAnswer(rig, atWork, wait, 'transaction:broadcast')
}
