/** Something that is left to the developer. */
export type Note = {
  /** Of the source as it was, from 1. */
  readonly line: number
  readonly text: string
}
