export type ApprovalRow = {
  readonly id: string
  readonly user_id: string
  readonly device_id: string
  readonly origin: string
  readonly method: string
  readonly chain: string
  readonly canonical: string
  readonly digest: string
  readonly valid_until: string
  /** The device of the vault's own window that approved it for a resumed session. */
  readonly consent_by: string | null
  readonly mac: Buffer
}

/** Milliseconds: so long a request may be looked at. [security.md §3.5] */
export const approvalTime = 300_000
