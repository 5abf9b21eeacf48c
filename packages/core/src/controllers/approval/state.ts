/** A request that waits in an embedded wallet's own screen. */
export type Approval = {
  readonly connectorId: string
  /** Of the request. */
  readonly id: string
}
