import { safeParse } from 'valibot'
import { appMessages } from './appMessages.js'
import type { AppMessage, MessageName } from './appPayloads.js'
import { readWire } from './readWire.js'
import { appPrefix } from './wireNames.js'

/** A message of the app, with what its schema knows of the payload, or null. For frames. */
export function parseAppMessage(data: unknown): AppMessage | null {
  const envelope = parseAppEnvelope(data)
  if (!envelope) return null
  const { name, id, payload } = envelope
  const result = safeParse(appMessages[name], payload)
  return result.success ? ({ name, id, payload: result.output } as AppMessage) : null
}

/** Which message it is and under which id, whatever its payload is: so that a frame can answer what it cannot read. */
export function parseAppEnvelope(
  data: unknown,
): { readonly name: MessageName; readonly id: string; readonly payload: unknown } | null {
  const message = readWire(data, appPrefix)
  if (message?.id === undefined || !isMessageName(message.name)) return null
  return { name: message.name, id: message.id, payload: message.payload }
}

function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(appMessages, name)
}
