export type Params = Readonly<Record<string, unknown>>

export function toParams(value: unknown): Params {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidParams('they must be an object')
  return value as Params
}

/** Forwarded without validation. */
export function toAttestation(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > 16_384) throw invalidParams('attestation is a short text')
  return value
}

/** Parses all entries first, so that a batch is accepted as a whole or not at all. */
export function toBatch<Entry>(value: unknown, parse: (entry: unknown) => Entry): readonly Entry[] {
  if (!Array.isArray(value)) throw invalidParams('a batch is a list')
  if (value.length > relayLimits.batch) throw invalidParams(`a batch has ${relayLimits.batch} entries at most`)
  return value.map((entry) => parse(entry))
}

/** Messages are base64, so a character is a byte. */
export function toMessage(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalidParams('a message is a text')
  if (Buffer.byteLength(value) > relayLimits.messageBytes)
    throw invalidParams(`a message has ${relayLimits.messageBytes} bytes at most`)
  return value
}

/** The tag of a message, which the relay forwards. */
export function toTag(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams('tag is a whole number')
  return value
}

export function toTopic(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw invalidParams('a topic is 64 hex characters')
  return value
}

/** Default for pairing messages. */
const defaultSeconds = 300

/** Seconds. */
export function toTtl(value: unknown): number {
  if (value === undefined) return defaultSeconds
  const { min, max } = relayLimits.ttlSeconds
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalidParams(`ttl is a whole number of seconds from ${min} to ${max}`)
  return value
}

function invalidParams(reason: string): RelayCallError {
  return new RelayCallError(-32_602, `Invalid params: ${reason}`)
}

/** Limits per client. Sizes in bytes. */
export const relayLimits = {
  /** A larger frame closes the socket (code 1009) without being read completely. */
  frameBytes: 4_194_304,
  messageBytes: 262_144,
  ttlSeconds: { min: 1, max: 604_800 },
  /** The maximum of known clients per call. */
  batch: 500,
  topicsPerSocket: 1_000,
  messagesPerTopic: 100,
  /** Unacknowledged pushes per socket; the rest waits. */
  inFlightPerSocket: 100,
  mailboxBytes: 134_217_728,
  mailboxMessages: 100_000,
} as const

/** A JSON-RPC error of the relay. */
export class RelayCallError extends Error {
  override readonly name = 'RelayCallError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
