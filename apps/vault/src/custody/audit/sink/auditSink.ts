/** Where entries of the audit log are sent to. */
export type AuditSink = {
  /** Takes lines of JSON by POST: https, or http on this machine. What stands in it may be a secret. */
  readonly url: string
  /** For `Authorization: Bearer …`. */
  readonly token?: string | undefined
}
