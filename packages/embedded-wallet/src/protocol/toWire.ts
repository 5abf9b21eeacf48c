import type { FrameEvent } from './framePayloads.js'
import { framePrefix } from './wireNames.js'

/** What a frame says, as it travels. {@link parseFrameEvent} reads it back. */
export type WireEvent = { readonly type: string; readonly id?: string; readonly payload?: unknown }

export function toWire(event: FrameEvent): WireEvent {
  switch (event.kind) {
    case 'ready':
      return { type: `${framePrefix}READY`, payload: event.version === undefined ? {} : { version: event.version } }
    case 'sessionUpdate':
      return { type: `${framePrefix}SESSION_UPDATE`, payload: { token: event.token } }
    case 'success':
      return {
        type: `${framePrefix}${event.name}_SUCCESS`,
        id: event.id,
        ...(event.payload !== undefined && { payload: event.payload }),
      }
    case 'error':
      return { type: `${framePrefix}${event.name}_ERROR`, id: event.id, payload: event.fault }
  }
}
