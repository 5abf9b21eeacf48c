import { safeParse } from 'valibot'
import type { AppMessage, FrameEvent, MessageName } from './messages.js'
import { appPrefix, framePrefix } from './names.js'
import { appMessages, frameError, frameEvents, frameReplies } from './schemas.js'

/** Parses a message of the app, or returns null. For frames. */
export function parseAppMessage(data: unknown): AppMessage | null {
  const envelope = parseAppEnvelope(data)
  if (!envelope) return null
  const { name, id, payload } = envelope
  const result = safeParse(appMessages[name], payload)
  return result.success ? ({ name, id, payload: result.output } as AppMessage) : null
}

/** Parses only the name and id of a message, so that a frame can reply to a payload that it can't parse. */
export function parseAppEnvelope(
  data: unknown,
): { readonly name: MessageName; readonly id: string; readonly payload: unknown } | null {
  const message = parseEnvelope(data, appPrefix)
  if (message?.id === undefined || !isMessageName(message.name)) return null
  return { name: message.name, id: message.id, payload: message.payload }
}

function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(appMessages, name)
}

/** Parses an event of the frame, or returns null. For apps. [S4.42] */
export function parseFrameEvent(data: unknown): FrameEvent | null {
  const message = parseEnvelope(data, framePrefix)
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
    const fault = safeParse(frameError, payload)
    return fault.success ? { kind: 'error', name, id, fault: fault.output } : null
  }
  const reply = safeParse(frameReplies[name], payload)
  return reply.success ? ({ kind: 'success', name, id, payload: reply.output } as FrameEvent) : null
}

function isReplyName(name: string): name is MessageName {
  return Object.hasOwn(frameReplies, name)
}

/** A frame event in wire format. {@link parseFrameEvent} parses it. */
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

/** A message with its name and unparsed payload. */
export type WireMessage = { readonly name: string; readonly id: string | undefined; readonly payload: unknown }

/** Maximum length of an id. Ours have 32 characters, those of other clients fewer. */
const maxIdLength = 256

/** Parses the envelope of a message whose type starts with the prefix; null for all other data. */
function parseEnvelope(data: unknown, prefix: string): WireMessage | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return null
  const { type, id, payload } = data as { readonly type?: unknown; readonly id?: unknown; readonly payload?: unknown }
  if (typeof type !== 'string' || type.length > 256 || !type.startsWith(prefix)) return null
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > maxIdLength)) return null
  if (!isPlain(data)) return null
  return { name: type.slice(prefix.length), id, payload }
}

/** Limits far above any real message: text in UTF-16 units (1 MiB to sign is 2 MiB of hex), number of values, nesting depth. */
export const plainLimits = { text: 4_194_304, values: 100_000, depth: 64 } as const

/** Property names that could pollute prototypes when fields are copied. */
const reserved: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * Whether a value from another window is plain data of a reasonable size: objects, arrays, strings, numbers. Stops at the first
 * violation, so that hostile messages are cheap to reject. Structured clones can contain cycles, which `depth` ends.
 */
export function isPlain(value: unknown): boolean {
  const left = { text: plainLimits.text, values: plainLimits.values }
  const isFine = (item: unknown, depth: number): boolean => {
    if (--left.values < 0 || depth > plainLimits.depth) return false
    if (typeof item === 'string') return takeText(item)
    if (typeof item !== 'object' || item === null) return true
    if (Array.isArray(item)) return item.length <= left.values && item.every((entry) => isFine(entry, depth + 1))
    // rejects typed arrays, maps, ports and blobs, which neither side sends
    if (Object.prototype.toString.call(item) !== '[object Object]') return false
    const names = Object.keys(item)
    if (names.length > left.values) return false
    const fields = item as { readonly [name: string]: unknown }
    return names.every((name) => takeText(name) && !reserved.includes(name) && isFine(fields[name], depth + 1))
  }
  const takeText = (text: string): boolean => {
    left.text -= text.length
    return left.text >= 0
  }
  return isFine(value, 0)
}
