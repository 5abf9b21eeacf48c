import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { DeviceEntry } from '../../protocol/account.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createRow, createSection, type RowOptions } from '../elements.js'
import { createIcon } from '../icons.js'
import { words } from '../texts.js'

/** Lists the devices on which the user is logged in, each with a button to log out. */
export async function createDevices(
  call: CallVault,
  { refresh }: { readonly refresh: () => Promise<void> },
): Promise<HTMLElement> {
  const { devices } = await call('devices.list', {})
  const rows = devices.map((device) => {
    const logOut = createButton(
      words.devices.logOut,
      async () => {
        await call('devices.revoke', { id: device.id })
        await refresh()
      },
      { tone: 'quiet' },
    )
    return createRow({ icon: createIcon('browser'), ...describe(device), actions: device.isThis ? [] : [logOut] })
  })
  return createSection({ title: words.devices.title, icon: 'browser' }, h('ul', {}, ...rows))
}

function describe({
  browser = words.devices.unknown,
  origin,
  place,
  since,
  seenAt,
  isThis,
  isLoggedIn,
}: DeviceEntry): Pick<RowOptions, 'title' | 'facts'> {
  const state = isThis ? words.devices.isThis : isLoggedIn ? words.devices.loggedIn : words.devices.loggedOut
  return {
    title: [h('strong', {}, `${browser} · ${state}`)],
    facts: [
      h('span', {}, h('bdi', {}, origin), ...(place === undefined ? [] : [', ', h('bdi', {}, place)])),
      say(words.devices.seen, { since: toTime(since), last: toTime(seenAt) }),
    ],
  }
}
