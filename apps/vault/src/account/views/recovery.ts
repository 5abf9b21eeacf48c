import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState } from '../../protocol/account.js'
import { createButton, createSecret, createSection, toTime } from '../elements.js'
import type { Confirm } from './confirm.js'

/** A printed code for users who lose access to their email. */
export function createRecovery(
  call: CallVault,
  { hasRecoveryCode, recoveryDueAt, freshUntil }: AccountState,
  { refresh, confirm }: { readonly refresh: () => Promise<void>; readonly confirm: Confirm },
): HTMLElement {
  const place = h('div')
  const first =
    freshUntil !== undefined
      ? 'If you lose your logins, a recovery code moves your wallet to an email address. It takes 72 hours, and until then you can cancel it here.'
      : 'If you can’t access your email, a recovery code moves your wallet to another address. It takes 72 hours, and until then you can cancel it from your current email.'
  const lead = hasRecoveryCode ? 'You have a recovery code. A new one replaces it.' : first
  place.append(
    createButton('Create a recovery code', () =>
      confirm({
        purpose: 'recovery',
        place,
        onProof: async (code) => {
          const { printed } = await call('recovery.print', { code })
          const print = createButton('Print this page', () => window.print(), { tone: 'quiet' })
          const note = h('p', {}, 'Write it down now: it won’t be shown again. It works once.')
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
          h('p', {}, `Your wallet moves to another email address on ${toTime(recoveryDueAt)}.`),
          cancel,
        )
  return createSection('Recovery code', warning, h('p', {}, lead), place)
}
