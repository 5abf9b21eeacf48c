import type { UserItem } from './operators.js'

/** `POST /users`: `existing` are left as they are. */
export type CreatedUser = {
  readonly status: 'created' | 'existing'
  readonly user: UserItem & { readonly smartAccount: string }
}

/** `POST /users/batch`: the outcome of each, in the order of the request. `free`, of a dry run: it would be created. */
export type CreatedUsers = {
  readonly created: number
  readonly existing: number
  readonly invalid: number
  readonly users: readonly (
    | CreatedUser
    | { readonly status: 'free' }
    | { readonly status: 'invalid'; readonly code: string; readonly message: string }
  )[]
}

/** `POST /api` of the site to custody: a call of the user API, as it came. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST'
  /** Without `/api/v1`. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly body: string
  /** The header. */
  readonly authorization?: string | undefined
  /** The client's address. */
  readonly ip: string
}

/** The site's response. */
export type ApiReply = {
  readonly status: number
  readonly body: unknown
  /** Seconds. */
  readonly retryAfter?: number | undefined
}
