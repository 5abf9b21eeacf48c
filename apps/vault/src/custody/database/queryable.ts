export type Row = Readonly<Record<string, unknown>>

/** A database, or one transaction in it. A bigint comes as text, bytea as a Buffer. */
export type Queryable = {
  readonly query: <row extends Row>(text: string, values?: readonly unknown[]) => Promise<readonly row[]>
}
