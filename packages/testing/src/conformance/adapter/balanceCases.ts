import { type Account, type AdapterFeatures, isLatchkeyError } from '@latchkey/core'
import { AbortedError } from '@latchkey/core/plugin'
import { check, describe, expectReason } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { never, promptness } from '../waiting.js'
import { type AtWork, adapterCase, withInstance } from './adapterCase.js'
import type { AdapterRig, AdapterSubject } from './adapterSubject.js'

/** The feature 'balance:read'. */
export const balanceCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: "balance:read: resolves with atomic units of the network's own currency",
      why: 'The balance is shown with these decimals and this symbol.',
      fix: 'Return a bigint in atomic units, with the decimals and symbol of `network.nativeCurrency`.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const { read, account } = getRead(rig, atWork)
        const { network } = rig
        const request = { account, network, signal: never() }
        const balance = await wait.settle("'balance:read'", () => read(request))
        const { value, decimals, symbol } = balance
        const own = network.nativeCurrency
        check(typeof value === 'bigint' && value >= 0n, `'balance:read' returned the value ${describe(value)}.`)
        check(decimals === own.decimals, `'balance:read' returned ${describe(decimals)} decimals, not ${own.decimals}.`)
        check(symbol === own.symbol, `'balance:read' returned the symbol ${describe(symbol)}, not ${own.symbol}.`)
        const { verify } = rig.checks?.['balance:read'] ?? {}
        const isTrue = !verify || (await wait.settle("The check of 'balance:read'", () => verify(balance, request)))
        check(isTrue, `'balance:read' returned ${describe(value)}, which is incorrect.`)
      }),
  ),
  adapterCase(
    {
      name: 'balance:read: rejects with a LatchkeyError if no node responds',
      why: 'A failed read must be shown as a failure, never as a zero balance.',
      fix: 'Throw the failure, converted by toLatchkeyError().',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const breakChain = need(rig.controls.breakChain, 'controls.breakChain')
        const { read, account } = getRead(rig, atWork)
        await breakChain()
        const what = "'balance:read' of a chain that is down"
        const thrown = await wait.reject(what, () => read({ account, network: rig.network, signal: never() }))
        check(isLatchkeyError(thrown), `${what} rejected with ${describe(thrown)}, not with a LatchkeyError.`)
      }),
  ),
  adapterCase(
    {
      name: "balance:read: rejects at once with the signal's reason if it is aborted while the node doesn't respond",
      why: 'The user has switched account or network, so the result is outdated.',
      fix: 'Race the response of the node against the signal, and reject with signal.reason unchanged.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const hangChain = need(rig.controls.hangChain, 'controls.hangChain')
        const { read, account } = getRead(rig, atWork)
        await hangChain()
        const controller = new AbortController()
        const reason = new AbortedError()
        const answer = read({ account, network: rig.network, signal: controller.signal })
        answer.catch(() => undefined) // checked below
        await wait.quiet()
        controller.abort(reason)
        const thrown = await wait.reject("'balance:read', aborted,", () => answer, promptness)
        expectReason("'balance:read', aborted,", thrown, reason)
      }),
  ),
]

type Read = { readonly read: AdapterFeatures['balance:read']; readonly account: Account }

function getRead({ account }: AdapterRig, { instance }: AtWork): Read {
  const read = need(instance.features['balance:read'], "feature 'balance:read'")
  return { read, account: need(account, 'account') }
}
