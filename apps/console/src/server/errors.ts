import type { ConsoleErrorCode } from '../api.js'

const statuses: Readonly<Record<ConsoleErrorCode, number>> = {
  SIGN_IN: 401,
  FORBIDDEN: 403,
  BAD_ORIGIN: 403,
  INVALID_PARAMS: 400,
  NOT_FOUND: 404,
  INVITE_INVALID: 410,
  PASSKEY_REFUSED: 400,
  NAME_TAKEN: 409,
  LAST_PASSKEY: 409,
  LAST_OWNER: 409,
  NOT_CONFIGURED: 501,
  SERVICE_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
  TOO_MANY: 429,
  SINGLE_SIGN_ON: 403,
  INTERNAL: 500,
}

/** An error for the operator in front of the page. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  readonly code: ConsoleErrorCode
  readonly status: number
  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code: ConsoleErrorCode }) {
    super(message, options)
    this.code = code
    this.status = statuses[code]
  }
}
