import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState } from '../../protocol/account.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createSecret, createSection } from '../elements.js'
import { words } from '../texts.js'
import type { Confirm } from './confirm.js'

/** The printed code with which users recover from losing access to their email. */
export function createRecovery(
  call: CallVault,
  { hasRecoveryCode, recoveryDueAt, freshUntil }: AccountState,
  { refresh, confirm }: { readonly refresh: () => Promise<void>; readonly confirm: Confirm },
): HTMLElement {
  const place = h('div')
  const first = freshUntil !== undefined ? words.recovery.leadLogin : words.recovery.leadEmail
  const lead = hasRecoveryCode ? words.recovery.has : first
  place.append(
    createButton(
      words.recovery.create,
      () =>
        confirm({
          purpose: 'recovery',
          place,
          onProof: async (code) => {
            const { printed } = await call('recovery.print', { code })
            const print = createButton(words.common.print, () => window.print(), { tone: 'quiet', icon: 'print' })
            const note = h('p', {}, words.recovery.note)
            place.replaceChildren(note, createSecret(printed, { name: words.recovery.title }), print)
          },
        }),
      { tone: 'plain' },
    ),
  )
  const cancel = createButton(words.recovery.cancel, async () => {
    await call('recovery.cancel', {})
    await refresh()
  })
  const warning =
    recoveryDueAt === undefined
      ? null
      : h('div', { role: 'status' }, h('p', {}, say(words.recovery.pending, { time: toTime(recoveryDueAt) })), cancel)
  return createSection({ title: words.recovery.title, icon: 'key' }, warning, h('p', {}, lead), place)
}
