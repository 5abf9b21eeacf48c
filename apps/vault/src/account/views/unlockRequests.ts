import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, UnlockRequest } from '../../protocol/account.js'
import { createButton, createSection, toTime } from '../elements.js'

export type UnlockRequestsOptions = {
  readonly call: CallVault
  readonly state: AccountState
  readonly refresh: (notice?: string) => Promise<void>
}

/** New browsers that ask to unlock the wallet, for this older one to decide. Null if there are none. */
export function createUnlockRequests({ call, state, refresh }: UnlockRequestsOptions): HTMLElement | null {
  const { unlockRequests } = state
  if (unlockRequests.length === 0) return null
  const rows = unlockRequests.map(createRow)
  const lead = 'Only confirm a browser that you’re using right now. It still needs your printed code or passkey.'
  return createSection('A new browser asks to unlock your wallet', h('p', {}, lead), h('ul', {}, ...rows))

  function createRow({ id, origin, browser, place, at, until }: UnlockRequest): HTMLElement {
    const decide = (name: string, approve: boolean): HTMLElement =>
      createButton(
        name,
        async () => {
          await call('seal.confirm', { id, approve })
          await refresh(approve ? 'That browser can now unlock your wallet.' : 'That browser is logged out.')
        },
        approve ? {} : { tone: 'plain' },
      )
    return h(
      'li',
      {},
      h('strong', {}, browser),
      h('small', {}, h('bdi', {}, origin), ...(place === undefined ? [] : [', ', h('bdi', {}, place)])),
      h('small', {}, `Requested ${toTime(at)} · Expires ${toTime(until)}`),
      decide('Confirm this browser', true),
      decide('Decline and log it out', false),
    )
  }
}
