import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { GatewayFault } from '../http/GatewayFault.js'
import { parseInput } from '../http/parseInput.js'
import type { OrderEvent } from './orders.js'
import { eventHeaders, isEventSealed } from './sealEvent.js'

const word = z.string().regex(/^[\w-]{1,100}$/)
const schema = z.object({
  id: word,
  order: word,
  status: z.enum(['paid', 'funded', 'failed']),
  hash: word.optional(),
})

export type EventSender = {
  readonly headers: IncomingHttpHeaders
  /** Without one, nobody can report. */
  readonly secret: string | undefined
  readonly now: number
}

/** What a provider reports. Throws 400, and 401 where it is not the provider's or is not of now. */
export function parseEvent(body: unknown, { headers, secret, now }: EventSender): OrderEvent {
  const event = parseInput(schema, body)
  const [time, seal] = [String(headers[eventHeaders.time] ?? ''), String(headers[eventHeaders.seal] ?? '')]
  if (secret !== undefined && isEventSealed({ secret, event, time, seal, now })) return event
  throw new GatewayFault('That is not signed by the provider.', { status: 401, code: 'NOT_SIGNED' })
}
