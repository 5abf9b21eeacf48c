import { h } from '../../frame/approval/h.js'
import type { Ask } from '../../frame/session/ask.js'
import type { AccountState } from '../../protocol/account.js'
import { createWindowKey } from '../createWindowKey.js'
import { createButton, createSecret, createSection, toTime } from '../parts.js'
import type { Confirm } from './confirm.js'

/** The recovery phrase, for any other wallet. */
export function createPhrase(
  ask: Ask,
  { exportFrom }: AccountState,
  { now, confirm }: { readonly now: number; readonly confirm: Confirm },
): HTMLElement {
  const place = h('div')
  const lead = h(
    'p',
    {},
    'Twelve words that open your wallet in any other one. Who has them has all that is in it, for good.',
  )
  const wait = h('p', {}, `This browser is new to your wallet: from ${toTime(exportFrom)} on it may show them.`)
  const begin = createButton('Show my recovery phrase', () =>
    confirm({
      ...{ purpose: 'export', place },
      onProof: async (code) => {
        const { key, open } = await createWindowKey()
        const phrase = await open(await ask('account.export', { key, code }))
        place.replaceChildren(createSecret(phrase, { name: 'Recovery phrase' }))
      },
    }),
  )
  place.append(exportFrom > now ? wait : begin)
  return createSection('Recovery phrase', lead, place)
}
