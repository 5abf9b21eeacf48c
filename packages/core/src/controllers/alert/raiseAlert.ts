import type { PluginContext } from '../../adapter.js'
import type { ErrorCode } from '../../errors/codes.js'

/** Title, and what to do about it, of what a plugin tells the developer. */
const alerts: { readonly [code in ErrorCode]?: readonly [title: string, text: string] } = {
  FRAME_LOAD_FAILED: [
    'Network Error',
    'The embedded wallet could not be loaded. See that `frameUrl` answers, and that its site allows this origin to embed it.',
  ],
  FRAME_REQUEST_TIMED_OUT: [
    'Embedded Wallet Request Timed Out',
    'The embedded wallet is loaded, but did not answer in time. See the log of its site.',
  ],
  SESSION_EXPIRED: [
    'Session Expired',
    'The session with the wallet has run out, or the clock of this device is wrong. Check its time settings, and connect again.',
  ],
  UNVERIFIED_DOMAIN: [
    'Unverified Domain',
    'The site of the embedded wallet does not list this origin for this project. Add it to the origins of the project.',
  ],
}

/** Shows the developer the catalogue's alert of a fault, while `debug` is on; its code alone where it has none. */
export function raiseAlert({ options, setAlert }: PluginContext, code: ErrorCode): void {
  const [title, text] = alerts[code] ?? [code, '']
  if (options.debug) setAlert({ level: 'error', code, title, text })
}
