import { safeParse } from 'valibot'
import type { MessageName } from './appPayloads.js'
import { frameEvents, frameFault, frameReplies } from './frameEvents.js'
import type { FrameEvent } from './framePayloads.js'
import { readWire } from './readWire.js'
import { framePrefix } from './wireNames.js'

/** What a frame says, with what its schema knows of the payload, or null. For apps. [S4.42] */
export function parseFrameEvent(data: unknown): FrameEvent | null {
  const message = readWire(data, framePrefix)
  if (!message) return null
  const { name, id, payload } = message
  if (name === 'READY') {
    const ready = safeParse(frameEvents.READY, payload)
    return ready.success ? { kind: 'ready', version: ready.output.version } : null
  }
  if (name === 'SESSION_UPDATE') {
    const update = safeParse(frameEvents.SESSION_UPDATE, payload)
    return update.success ? { kind: 'sessionUpdate', token: update.output.token } : null
  }
  return id === undefined ? null : parseReply(name, id, payload)
}

function parseReply(wireName: string, id: string, payload: unknown): FrameEvent | null {
  const [, name = '', ending] = /^(\w+)_(SUCCESS|ERROR)$/.exec(wireName) ?? []
  if (!isReplyName(name)) return null
  if (ending === 'ERROR') {
    const fault = safeParse(frameFault, payload)
    return fault.success ? { kind: 'error', name, id, fault: fault.output } : null
  }
  const reply = safeParse(frameReplies[name], payload)
  return reply.success ? ({ kind: 'success', name, id, payload: reply.output } as FrameEvent) : null
}

function isReplyName(name: string): name is MessageName {
  return Object.hasOwn(frameReplies, name)
}
