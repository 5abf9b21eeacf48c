/** An app that may use this vault. */
export type Project = {
  readonly name: string
  /** Exact origins of its pages. */
  readonly origins: readonly string[]
}

/** By project id. */
export type Projects = ReadonlyMap<string, Project>
