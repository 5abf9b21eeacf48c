import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import type { FrameEvent } from '../../protocol/messages.js'
import { framePrefix } from '../../protocol/names.js'
import { frameEvents, frameReplies } from '../../protocol/schemas.js'
import { parseFrameEvent } from '../../protocol/wire.js'

/** Parses the events of a frame. Reports each kind of unreadable event to the developer once. [S8.36] */
export function createEventReader(warn: (cause: unknown) => void): (data: unknown) => FrameEvent | null {
  const named = new Set<string>()
  return (data) => {
    const event = parseFrameEvent(data)
    if (event) return event
    const kind = toKind(data)
    if (kind === undefined || named.has(kind)) return null
    named.add(kind)
    warn(new InvalidWalletReplyError({ details: `Ignored an invalid message of the secure frame: ${kind}.` }))
    return null
  }
}

/** A small set of kinds, so that a frame can't flood the log. Undefined for messages from others. */
function toKind(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return undefined
  const { type } = data as { readonly type?: unknown }
  if (typeof type !== 'string' || !type.slice(0, 256).toLowerCase().includes('w3m-frame/')) return undefined
  if (!type.startsWith(framePrefix)) return 'an event with a name that only looks like one of ours'
  const name = type.slice(framePrefix.length).replace(/_(SUCCESS|ERROR)$/, '')
  return Object.hasOwn(frameReplies, name) || Object.hasOwn(frameEvents, name) ? `an event ${name}` : 'an unknown event'
}
