export type NameSettings = {
  /** Stands behind each name, after a dot: `example.org`. None unless told. */
  readonly zone?: string | undefined
}
