export type Params = Readonly<Record<string, unknown>>

/** A JSON-RPC error of the relay. */
export class RelayCallError extends Error {
  override readonly name = 'RelayCallError'
  readonly code: number
  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** JSON-RPC error codes. `limit` means that clients can retry later. */
export const errorCodes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  unavailable: -32_000,
  limit: -32_005,
} as const

/** Limits of the protocol. Sizes in bytes. */
export const protocolLimits = {
  /** A larger frame closes the socket (code 1009) without being read completely. */
  frameBytes: 4_194_304,
  messageBytes: 262_144,
  ttlSeconds: { min: 1, max: 604_800 },
  /** The maximum of known clients per call. */
  batch: 500,
} as const

export function toParams(value: unknown): Params {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidParams('they must be an object')
  return value as Params
}

/** Forwarded without validation. */
export function toAttestation(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > 16_384 || !isStorable(value))
    throw invalidParams('attestation is a short text')
  return value
}

/** Parses all entries first, so that a batch is accepted as a whole or not at all. */
export function toBatch<Entry>(value: unknown, parse: (entry: unknown) => Entry): readonly Entry[] {
  if (!Array.isArray(value)) throw invalidParams('a batch is a list')
  if (value.length > protocolLimits.batch) throw invalidParams(`a batch has ${protocolLimits.batch} entries at most`)
  return value.map((entry) => parse(entry))
}

/** Messages are base64, so a character is a byte. */
export function toMessage(value: unknown): string {
  if (typeof value !== 'string' || value === '' || !isStorable(value)) throw invalidParams('a message is a text')
  if (Buffer.byteLength(value) > protocolLimits.messageBytes)
    throw invalidParams(`a message has ${protocolLimits.messageBytes} bytes at most`)
  return value
}

/** The tag of a message, which the relay forwards. */
export function toTag(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams('tag is a whole number')
  return value
}

/** Parses a signed token. Its parts are checked later. */
export function toToken(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > 32_768) throw invalidParams('the token is missing')
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
  const { min, max } = protocolLimits.ttlSeconds
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalidParams(`ttl is a whole number of seconds from ${min} to ${max}`)
  return value
}

export function invalidParams(reason: string): RelayCallError {
  return new RelayCallError(errorCodes.params, `Invalid params: ${reason}`)
}

/** PostgreSQL has no text with NUL, and UTF-8 no lone surrogate. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}
