/** The JSON that comes in the page for accounts itself, in the element with the id `settings`. */
export type AccountSettings = {
  readonly project: string
  /** Of the app, as its operator calls it. */
  readonly name: string
  /** The vault's clock when the page was sent: milliseconds since the epoch. */
  readonly now: number
  readonly build: string
}
