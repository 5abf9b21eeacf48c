import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState } from '../../protocol/account.js'
import { createButton, createSecret, createSection, toTime } from '../elements.js'
import type { Confirm } from './confirm.js'

/** A printed code for the day the mailbox is lost. */
export function createRecovery(
  call: CallVault,
  { hasRecoveryCode, recoveryDueAt, freshUntil }: AccountState,
  { refresh, confirm }: { readonly refresh: () => Promise<void>; readonly confirm: Confirm },
): HTMLElement {
  const place = h('div')
  const first =
    freshUntil !== undefined
      ? 'A code on paper moves your wallet to a mailbox, should you lose your logins: in 72 hours, and until then you can cancel it here.'
      : 'A code on paper moves your wallet to another mailbox, should you lose this one: in 72 hours, and this mailbox can cancel it.'
  const lead = hasRecoveryCode ? 'You have a code on paper. A new one takes its place.' : first
  place.append(
    createButton('Print a recovery code', () =>
      confirm({
        purpose: 'recovery',
        place,
        onProof: async (code) => {
          const { printed } = await call('recovery.print', { code })
          const print = createButton('Print this page', () => window.print(), { tone: 'quiet' })
          const note = h('p', {}, 'Write it down now: it is not shown again. It is good once.')
          place.replaceChildren(note, createSecret(printed, { name: 'Recovery code' }), print)
        },
      }),
    ),
  )
  const cancel = createButton('Cancel the recovery', async () => {
    await call('recovery.cancel', {})
    await refresh()
  })
  const warning =
    recoveryDueAt === undefined
      ? null
      : h(
          'div',
          { role: 'status' },
          h('p', {}, `Your wallet moves to another mailbox at ${toTime(recoveryDueAt)}.`),
          cancel,
        )
  return createSection('Recovery code', warning, h('p', {}, lead), place)
}
