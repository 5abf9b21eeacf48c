import { isLatchkeyError } from '@latchkey/core'

type GatewayErrorOptions = ErrorOptions & {
  readonly status: number
  readonly code: string
  /** Seconds after which it may be asked again. */
  readonly retryAfter?: number | undefined
  /** More fields for the reply. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** What a caller is told: an HTTP status, a word for programs and one sentence for people. */
export class GatewayError extends Error {
  override readonly name = 'GatewayFault'
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  constructor(message: string, { status, code, retryAfter, details, ...options }: GatewayErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** What a node of JSON-RPC says where it refuses a call: also that a contract reverted, with `data` of the contract. */
export class NodeError extends Error {
  override readonly name = 'NodeRefusal'
  readonly rpcCode: number
  readonly data: unknown
  constructor(message: string, { rpcCode, data }: { readonly rpcCode: number; readonly data?: unknown }) {
    super(message)
    this.rpcCode = rpcCode
    this.data = data
  }
}

/** What a caller is told of whatever went wrong: nothing of the inside. */
export function toGatewayError(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  if (isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH')
    return new GatewayError('The node of this chain serves another chain.', { status: 502, code: 'WRONG_CHAIN', cause })
  const options = { code: 'UNAVAILABLE', retryAfter: 5, cause }
  if (isLatchkeyError(cause) || cause instanceof NodeError)
    return new GatewayError('A node does not answer now.', { status: 502, ...options })
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new GatewayError('A node takes too long.', { ...options, status: 504, code: 'TIMED_OUT' })
  if (isDatabaseUnavailable(cause))
    return new GatewayError('The database does not answer now.', { status: 503, ...options })
  return new GatewayError('Something broke here.', { status: 500, code: 'SERVER_ERROR', cause })
}

/** SQLSTATE of lost connections, too many of them, servers that go down or come up, and statements that took too long. */
const unavailableStates = /^(08|53|57P|57014|25P03)/

const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool)/

/** Whether a fault says that the database does not answer now, not that something was asked wrongly. */
export function isDatabaseUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code, syscall } = cause as NodeJS.ErrnoException
  return syscall !== undefined
    ? /^E[A-Z]+$/.test(code ?? '')
    : unavailableStates.test(code ?? '') || unavailableMessages.test(cause.message)
}
