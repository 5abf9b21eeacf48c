import type { FactorKind } from './factor.js'

/** The public half of a device's P-256 key: coordinates of a JWK, base64url. */
export type DeviceKey = { readonly x: string; readonly y: string }

/** Statement that the frame page signs for every call: the device, the call, the app, and the time. */
export type Statement = {
  readonly v: typeof statementVersion
  readonly method: string
  readonly params: unknown
  readonly project: string
  /** Origin of the page around the frame, as the frame saw it. */
  readonly origin: string
  readonly key: DeviceKey
  /** Milliseconds since the epoch, by the vault's clock. */
  readonly iat: number
  /** 128 bits, hex: each is accepted once. */
  readonly jti: string
}

/** The body of `POST /v1/call`: ECDSA with SHA-256 over the UTF-8 bytes of `statement`, raw r‖s, base64url. */
export type SignedStatement = { readonly statement: string; readonly signature: string }

export type CallErrorBody = {
  readonly code: string
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number | undefined
  /** The vault's clock, with STALE_STATEMENT: the frame page corrects its clock and retries. */
  readonly now?: number | undefined
  /** With errors about the second factor: the kinds that the user has. */
  readonly factors?: readonly FactorKind[] | undefined
}

export type CallAnswer = { readonly result: unknown } | { readonly error: CallErrorBody }

export const statementVersion = 1

/** Milliseconds by which a statement may differ from the vault's clock. */
export const statementTolerance = 300_000
