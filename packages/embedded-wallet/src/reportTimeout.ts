import type { ErrorCode, PluginContext } from '@latchkey/core'
import { raiseAlert } from '@latchkey/core/plugin'
import type { FrameTimeout } from './frame/frameClient.js'

const codes: { readonly [reason in FrameTimeout]: ErrorCode } = {
  iframe_load_failed: 'FRAME_LOAD_FAILED',
  iframe_request_timeout: 'FRAME_REQUEST_TIMED_OUT',
  unverified_domain: 'UNVERIFIED_DOMAIN',
}

/** Tells the developer, and the app, that the frame cannot be used. [S8.20] [S8.21] [S8.22] */
export function reportTimeout(
  context: PluginContext,
  onTimeout?: ((reason: FrameTimeout) => void) | undefined,
): (reason: FrameTimeout) => void {
  return (reason) => {
    raiseAlert(context, codes[reason])
    onTimeout?.(reason)
  }
}
