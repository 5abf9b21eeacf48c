/** A request that waits in an embedded wallet's own screen. */
export type Approval = {
  readonly connectorId: string
  /** Of the request. */
  readonly id: string
}

/** Milliseconds from a request that is not allowed until the visitor is told. [S8.17] [S9.16] */
export const notAllowedDelay = 300

/** Name of what follows the view while requests wait; not the key of a connection: those name a namespace. */
export const approvalKey = 'approval'
