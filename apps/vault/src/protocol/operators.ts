// The complete HTTP API for operators: the requests of an operator console and their responses. Custody parses with the schemas of
// custody/operators/operatorSchemas.ts, and publishes them as JSON Schema at `GET /v1/schema`. Times are milliseconds since the epoch. A console whose token
// acts for others names the person in the header `x-operator`.

/** A project as it is written in `projects.json`. */
export type ProjectSettings = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly origins: readonly string[]
}

/** Events for webhooks. `signing.*` are about the project, all others about one of its users. */
export type WebhookEvent =
  | `user.${'created' | 'login' | 'frozen' | 'unfrozen'}`
  | `device.${'added' | 'revoked'}`
  | 'email.changed'
  | `login.${'added' | 'removed'}`
  | `recovery.${'started' | 'canceled' | 'finished'}`
  | 'wallet.exported'
  | `transfer.${'held' | 'canceled'}`
  | 'limit.reached'
  | `signing.${'stopped' | 'started'}`

/** Scopes of a key of the user API. */
export type ApiScope = 'users:read' | 'users:create' | 'users:freeze' | 'sessions:revoke' | 'events:read'

/** Operator actions. Each needs a reason, and some the approval of a second operator. */
export type OperatorAct =
  | { readonly action: 'user.freeze' | 'user.unfreeze'; readonly user: string; readonly reason: string }
  | { readonly action: 'device.revoke'; readonly user: string; readonly device: string; readonly reason: string }
  /** All devices of a user. */
  | { readonly action: 'devices.revoke'; readonly user: string; readonly reason: string }
  /** Of all projects if none is named. */
  | {
      readonly action: 'signing.stop' | 'signing.start'
      readonly project?: string | undefined
      readonly reason: string
    }
  /** Everybody, on every device. */
  | { readonly action: 'sessions.revoke'; readonly reason: string }
  /**
   * Stores a project in the database; on the same id, it replaces that of `VAULT_PROJECTS_FILE`. `revision` is the one that was edited, 0
   * for one that isn't in the database: `CONFLICT` if it has changed since. `settings` are validated like the file.
   */
  | {
      readonly action: 'project.save'
      readonly project: string
      readonly settings: ProjectSettings
      readonly revision: number
      readonly reason: string
    }
  /** Deletes it from the database; one of the file with the same id is used again. */
  | {
      readonly action: 'project.delete'
      readonly project: string
      readonly revision: number
      readonly reason: string
    }
  /** Creates a webhook, whose `secret` is in the response, once; or changes the one with the id `webhook`. */
  | {
      readonly action: 'webhook.save'
      readonly project: string
      readonly webhook?: string | undefined
      readonly url: string
      readonly events: readonly WebhookEvent[]
      /** Enabling one that was disabled after failures sends its pending events. */
      readonly isEnabled: boolean
      readonly reason: string
    }
  /** Creates another `secret`, in the response, once. For 24 hours, deliveries are signed with both. */
  | { readonly action: 'webhook.rotate'; readonly webhook: string; readonly reason: string }
  | { readonly action: 'webhook.delete'; readonly webhook: string; readonly reason: string }
  /** Sends a delivery again, under the same id. */
  | { readonly action: 'webhook.redeliver'; readonly delivery: string; readonly reason: string }
  /** Creates a key of the user API, whose `secret` is in the response, once. */
  | {
      readonly action: 'apiKey.create'
      readonly project: string
      /** For people. */
      readonly name: string
      readonly scopes: readonly ApiScope[]
      readonly reason: string
    }
  | { readonly action: 'apiKey.revoke'; readonly key: string; readonly reason: string }
  /** Starts the rotation of the key-encryption key, or resumes it. `GET /v1/keys` reports its progress. */
  | { readonly action: 'keys.rotate'; readonly reason: string }
export type OperatorAction = OperatorAct['action']

export type Proposal = {
  readonly id: string
  readonly act: OperatorAct
  /** The operator who proposed it; another one has to approve. */
  readonly operator: string
  /** The console that acted for them. */
  readonly via?: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}
export type ActDone = {
  readonly status: 'done'
  /** False if nothing changed. */
  readonly changed: boolean
  /** Number of ended sessions, if applicable. */
  readonly sessions?: number | undefined
  readonly devices?: number | undefined
  /** Of the project that was saved. */
  readonly revision?: number | undefined
  /** Of the webhook or API key that was created. */
  readonly id?: string | undefined
  /** Shown once: `whsec_…` of a webhook, or the whole API key `lk_…`. */
  readonly secret?: string | undefined
}
export type ActOutcome = ActDone | { readonly status: 'proposed'; readonly proposal: Proposal }

type Account = { readonly namespace: 'eip155' | 'solana'; readonly address: string }

/** Without the email address. */
export type UserView = {
  readonly id: string
  readonly project: string
  readonly createdAt: number
  readonly accounts: readonly Account[]
  readonly smartAccount: string
  readonly hasMailbox: boolean
  readonly logins: readonly string[]
  readonly isSealed: boolean
  readonly frozenAt?: number | undefined
  /** `key`: the app's backend, whose API keys can end the freeze as well. */
  readonly frozenBy?: 'operator' | 'key' | undefined
  /** Since when the wallet of a pregenerated user waits for its owner's first login. */
  readonly unclaimedSince?: number | undefined
  /** The app's own id of a pregenerated user. */
  readonly externalId?: string | undefined
  /** When a pregenerated user joined the app, as the app says. */
  readonly joinedAt?: number | undefined
}
/** A user in a list. */
export type UserItem = Pick<
  UserView,
  'id' | 'project' | 'createdAt' | 'accounts' | 'frozenAt' | 'unclaimedSince' | 'externalId' | 'joinedAt'
>
export type DeviceView = {
  readonly id: string
  readonly origin: string
  readonly browser?: string | undefined
  readonly place?: string | undefined
  readonly since: number
  readonly seenAt: number
  readonly isLoggedIn: boolean
}
export type EventView = {
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly entry: Readonly<Record<string, string | number>>
}
export type ProjectView = {
  readonly id: string
  readonly settings: ProjectSettings
  readonly source: 'file' | 'database'
  /** 0 in a file. */
  readonly revision: number
  /** Absent in a file. */
  readonly updatedAt?: number | undefined
  readonly updatedBy?: string | undefined
}
export type WebhookView = {
  readonly id: string
  readonly project: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** `failed`: disabled after three days without a success. */
  readonly state: 'enabled' | 'disabled' | 'failed'
  readonly createdAt: number
  /** Until when deliveries are also signed with the secret before the last rotation. */
  readonly previousSecretUntil?: number | undefined
  readonly pending: number
  /** Newest first, at most 20. */
  readonly deliveries: readonly DeliveryView[]
}
export type DeliveryView = {
  /** The header `webhook-id`. */
  readonly id: string
  readonly event: WebhookEvent
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly createdAt: number
  /** Of a pending one. */
  readonly nextAt?: number | undefined
  /** The HTTP status or the error of the last attempt. */
  readonly result?: string | undefined
}
export type ApiKeyView = {
  /** The part between `lk_` and the secret. */
  readonly id: string
  readonly project: string
  readonly name: string
  readonly scopes: readonly ApiScope[]
  readonly createdAt: number
  readonly createdBy: string
  /** To the minute. */
  readonly usedAt?: number | undefined
}
export type KekView = {
  readonly id: string
  /** Whether new rows are encrypted with it. */
  readonly isActive: boolean
  /** Number of wallets, former ones included, whose data key it wraps. */
  readonly wallets: number
}
export type RotationView = {
  readonly state: 'running' | 'done' | 'failed'
  readonly startedAt: number
  readonly endedAt?: number | undefined
  /** Rows re-encrypted so far. */
  readonly rows: number
  /** Why it failed. `keys.rotate` resumes it. */
  readonly error?: string | undefined
}
/** When it last worked and last failed, as seen by the process that answers; absent if it didn't since it started. */
export type WorkView = { readonly lastSuccess?: number | undefined; readonly lastFailure?: number | undefined }
export type UsageDay = {
  /** `2026-11-29`, in UTC. */
  readonly day: string
  readonly signUps: number
  readonly logins: number
  readonly signatures: number
  /** Codes and links that users asked for; not the code that follows a link. */
  readonly emails: number
  /** Users who have reached a spending limit, counted once a day each. */
  readonly refusals: number
}
type Nothing = Readonly<Record<string, never>>
type Decision = { readonly id: string; readonly reason: string }

/** By method and path. `GET` has its parameters in the query, `POST` in a JSON body. */
export type OperatorCalls = {
  'GET /v1/me': {
    params: Nothing
    result: {
      readonly operator: string
      /** The console that acts for them. */
      readonly via?: string | undefined
      readonly approvals: readonly string[]
    }
  }
  /** The drills: when a backup was last restored and opened, and when that last failed; absent if never. */
  'GET /v1/health': {
    params: Nothing
    result: {
      readonly ok: boolean
      readonly lastGoodDrill?: number | undefined
      readonly lastFailedDrill?: number | undefined
      readonly database: { readonly ok: boolean; readonly milliseconds: number }
      readonly keys: { readonly ok: boolean }
      /** `queue`: emails sent in the background, such as notices. */
      readonly email: WorkView & { readonly queue: number }
      /** `queue`: pending deliveries. */
      readonly webhooks: { readonly queue: number }
      readonly providers: readonly ({ readonly name: string } & WorkView)[]
      readonly networks: readonly ({ readonly chain: string } & WorkView)[]
    }
  }
  /** By id, email address, or account address; if an email address is used in several projects, name the project. */
  'GET /v1/user': { params: { readonly user: string; readonly project?: string | undefined }; result: UserView }
  /** Newest first. `search` is an id, an email address or an account address, in full. Older ones with `before`: the `next` of a page. */
  'GET /v1/users': {
    params: {
      readonly search?: string | undefined
      /** In full. */
      readonly externalId?: string | undefined
      readonly project?: string | undefined
      readonly before?: string | undefined
      readonly limit: number
    }
    result: { readonly users: readonly UserItem[]; readonly next?: string | undefined }
  }
  'GET /v1/devices': { params: { readonly user: string }; result: { readonly devices: readonly DeviceView[] } }
  /** Newest first, each verified against the log's hash chain; older ones with `before`, a `seq`. */
  'GET /v1/events': {
    params: { readonly user: string; readonly before?: number | undefined; readonly limit: number }
    result: { readonly events: readonly EventView[] }
  }
  /**
   * The audit log, newest first, each entry verified. `project`: entries about it or one of its users; `operator`: their actions and
   * approvals. A page looks for two seconds at most, so it may be short or empty: older ones with `before`, the `next` of the page, which is
   * absent at the log's beginning.
   */
  'GET /v1/audit': {
    params: {
      readonly event?: string | undefined
      readonly user?: string | undefined
      readonly operator?: string | undefined
      readonly project?: string | undefined
      readonly before?: number | undefined
      readonly limit: number
    }
    result: { readonly events: readonly EventView[]; readonly next?: number | undefined }
  }
  /**
   * Verifies the hash chain of the log from its beginning, for five seconds at most. If `isComplete` is false, call it again with the
   * `next` of the response. `isIntact` is false at the first entry that was changed, removed or inserted: the one after `entries`.
   */
  'GET /v1/audit-check': {
    params: { readonly from?: string | undefined }
    result: {
      readonly isIntact: boolean
      readonly isComplete: boolean
      /** Verified so far. */
      readonly entries: number
      /** In the log when the check began. */
      readonly total: number
      /** Hash of the last one. Stored elsewhere, it shows later whether entries were cut off. */
      readonly head?: string | undefined
      readonly next?: string | undefined
    }
  }
  /** The projects for which signing is stopped; `*` means all. */
  'GET /v1/signing': { params: Nothing; result: { readonly stopped: readonly string[] } }
  /** By id. */
  'GET /v1/projects': { params: Nothing; result: { readonly projects: readonly ProjectView[] } }
  'GET /v1/webhooks': {
    params: { readonly project?: string | undefined }
    result: { readonly webhooks: readonly WebhookView[] }
  }
  'GET /v1/api-keys': {
    params: { readonly project?: string | undefined }
    result: { readonly keys: readonly ApiKeyView[] }
  }
  'GET /v1/keys': {
    params: Nothing
    result: {
      readonly backend: 'file' | 'program'
      readonly isReachable: boolean
      readonly keys: readonly KekView[]
      readonly rotation?: RotationView | undefined
    }
  }
  /** `from` and `to` are days in UTC, both included, at most 400 apart. Days without any use are left out. */
  'GET /v1/usage': {
    params: { readonly project?: string | undefined; readonly from: string; readonly to: string }
    result: { readonly days: readonly UsageDay[] }
  }
  'POST /v1/act': { params: OperatorAct; result: ActOutcome }
  'GET /v1/proposals': { params: Nothing; result: { readonly proposals: readonly Proposal[] } }
  'POST /v1/approve': { params: Decision; result: ActDone }
  'POST /v1/reject': { params: Decision; result: Nothing }
}
export type OperatorRoute = keyof OperatorCalls
export type OperatorParams<route extends OperatorRoute> = OperatorCalls[route]['params']
export type OperatorResult<route extends OperatorRoute> = OperatorCalls[route]['result']

/**
 * - `UNAUTHENTICATED` no operator's token; `NOT_FOUND` no such path; `INVALID_PARAMS` the message names them
 * - `NOT_DELEGATED` the token's holder may not name another operator, or has to
 * - `NO_USER`, `NO_DEVICE`, `NO_PROJECT`, `NO_PROPOSAL` there is none; also for a proposal that was decided or has expired
 * - `NO_WEBHOOK`, `NO_DELIVERY`, `NO_KEY` likewise
 * - `AMBIGUOUS` several projects have this email address; `OWN_PROPOSAL` another operator has to approve it
 * - `CONFLICT` it was changed since: read it again
 * - `UNAVAILABLE` the database doesn't answer, try again; `INTERNAL`
 */
export type OperatorErrorCode =
  | 'UNAUTHENTICATED'
  | 'NOT_DELEGATED'
  | 'NOT_FOUND'
  | 'INVALID_PARAMS'
  | 'NO_USER'
  | 'NO_DEVICE'
  | 'NO_PROJECT'
  | 'NO_PROPOSAL'
  | 'NO_WEBHOOK'
  | 'NO_DELIVERY'
  | 'NO_KEY'
  | 'AMBIGUOUS'
  | 'OWN_PROPOSAL'
  | 'CONFLICT'
  | 'UNAVAILABLE'
  | 'INTERNAL'
