import { loadModule, type ViewName } from '@latchkey/core'
import type { Area } from './defineView.js'

/** How the names of views begin, and where those are: the first that fits. */
const areas: readonly (readonly [begin: RegExp, load: () => Promise<Area>])[] = [
  [/^WalletSend/, () => import('./areas/sendNext.js')],
  [/^Wallet/, () => import('./areas/receive.js')],
  [/^Swap/, () => import('./areas/swapNext.js')],
  [/^Fund|^OnRampP/, () => import('./areas/buy.js')],
  [/^OnRamp|^Buy/, () => import('./areas/buyNext.js')],
  [/^Register/, () => import('./areas/name.js')],
  [/^Smart/, () => import('./areas/sessions.js')],
  [/^Pay/, () => import('./areas/pay.js')],
  [/^Account|^Update/, () => import('./areas/settings.js')],
  [/^/, () => import('./areas/embedded.js')],
]

/** The views that come without the shell and stand behind a file between. */
export async function findArea(name: ViewName): Promise<Area> {
  const [, load] = areas.find(([begin]) => begin.test(name)) as (typeof areas)[number]
  return loadModule(load)
}
