import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { DeviceEntry } from '../../protocol/account.js'
import { createButton, createSection, toTime } from '../elements.js'

/** Where the user has logged in, each with a button to log out. */
export async function createDevices(
  call: CallVault,
  { refresh }: { readonly refresh: () => Promise<void> },
): Promise<HTMLElement> {
  const { devices } = await call('devices.list', {})
  const rows = devices.map((device) => {
    const logOut = createButton(
      'Log out',
      async () => {
        await call('devices.revoke', { id: device.id })
        await refresh()
      },
      { tone: 'quiet' },
    )
    return h('li', {}, ...describe(device), device.isThis ? null : logOut)
  })
  return createSection('Browsers', h('ul', {}, ...rows))
}

function describe({
  browser = 'A browser',
  origin,
  place,
  since,
  seenAt,
  isThis,
  isLoggedIn,
}: DeviceEntry): readonly Node[] {
  const state = isThis ? 'This page' : isLoggedIn ? 'Logged in' : 'Logged out'
  return [
    h('strong', {}, `${browser} · ${state}`),
    h('small', {}, h('bdi', {}, origin), ...(place === undefined ? [] : [', ', h('bdi', {}, place)])),
    h('small', {}, `First seen ${toTime(since)} · Last seen ${toTime(seenAt)}`),
  ]
}
