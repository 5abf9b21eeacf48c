import { h } from '../../frame/approval/h.js'
import type { AccountPurpose } from '../../protocol/account.js'
import type { Ask } from '../ask.js'
import { createForm } from '../parts.js'

export type ConfirmOptions = {
  readonly ask: Ask
  readonly purpose: AccountPurpose
  /** Where the field for the code appears. */
  readonly place: HTMLElement
  readonly onCode: (code: string) => Promise<void>
}

/** Mails a fresh code, and asks for it. */
export async function confirmByMail({ ask, purpose, place, onCode }: ConfirmOptions): Promise<void> {
  await ask('account.code', { purpose })
  const form = createForm({ label: 'The six digits of the mail', type: 'code', button: 'Confirm', onSubmit: onCode })
  place.replaceChildren(h('p', {}, 'We have sent you a code. Nobody but this page asks for it.'), form)
}
