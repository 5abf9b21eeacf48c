import { h } from '../../frame/approval/h.js'
import type { AccountState } from '../../protocol/account.js'
import type { Ask } from '../ask.js'
import { createButton, createSecret, createSection, toTime } from '../parts.js'
import { confirmByMail } from './confirm.js'

/** A code for paper, for the day on which the mailbox is lost. */
export function createRecovery(
  ask: Ask,
  { hasRecoveryCode, recoveryDueAt }: AccountState,
  { refresh }: { readonly refresh: () => Promise<void> },
): HTMLElement {
  const place = h('div')
  const lead = hasRecoveryCode
    ? 'You have a code on paper. A new one takes its place.'
    : 'A code on paper moves your wallet to another mailbox, should you lose this one: in 72 hours, and this mailbox can cancel it.'
  place.append(
    createButton('Print a recovery code', () =>
      confirmByMail({
        ...{ ask, purpose: 'recovery', place },
        onCode: async (code) => {
          const { printed } = await ask('recovery.print', { code })
          const print = createButton('Print this page', () => window.print(), { tone: 'quiet' })
          const note = h('p', {}, 'Write it down now: it is not shown again. It is good once.')
          place.replaceChildren(note, createSecret(printed, { name: 'Recovery code' }), print)
        },
      }),
    ),
  )
  const cancel = createButton('Cancel the recovery', async () => {
    await ask('recovery.cancel', {})
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
