import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, UnlockRequest } from '../../protocol/account.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createRow, createSection } from '../elements.js'
import { createIcon } from '../icons.js'
import { words } from '../texts.js'

export type UnlockRequestsOptions = {
  readonly call: CallVault
  readonly state: AccountState
  readonly refresh: (notice?: string) => Promise<void>
}

/** Shows requests of new browsers to unlock the wallet, which this older one can approve or refuse. Null if there are none. */
export function createUnlockRequests({ call, state, refresh }: UnlockRequestsOptions): HTMLElement | null {
  const { unlockRequests } = state
  if (unlockRequests.length === 0) return null
  const rows = unlockRequests.map(createRequestRow)
  const { title, lead } = words.unlockRequests
  return createSection({ title, icon: 'seal' }, h('p', {}, lead), h('ul', {}, ...rows))

  function createRequestRow({ id, origin, browser, place, at, until }: UnlockRequest): HTMLElement {
    const decide = (name: string, approve: boolean): HTMLElement =>
      createButton(
        name,
        async () => {
          await call('seal.confirm', { id, approve })
          await refresh(approve ? words.unlockRequests.approved : words.unlockRequests.refused)
        },
        approve ? {} : { tone: 'plain' },
      )
    return createRow({
      icon: createIcon('browser'),
      title: [h('strong', {}, browser)],
      facts: [
        h('span', {}, h('bdi', {}, origin), ...(place === undefined ? [] : [', ', h('bdi', {}, place)])),
        say(words.unlockRequests.times, { at: toTime(at), until: toTime(until) }),
      ],
      place: h('div', {}, decide(words.unlockRequests.approve, true), decide(words.unlockRequests.refuse, false)),
    })
  }
}
