/** What is told of a name. Times are milliseconds since the epoch, told as ISO 8601. */
export type NameProfile = {
  readonly name: string
  /** By coin type (SLIP-44, ENSIP-11). */
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created: string }>>
  readonly attributes: readonly NameAttributes[]
}

export type NameAttributes = { readonly avatar?: string | undefined; readonly bio?: string | undefined }
